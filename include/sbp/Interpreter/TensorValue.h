// TensorValue.h: values of the reference interpreter
//
// A tensor is a shape, an element type and one 64-bit cell per element: floats
// are stored as doubles already rounded to the element type, integers are
// sign-extended to 64 bits (so i1 true is -1). Simple rather than fast.
#ifndef SBP_INTERPRETER_TENSORVALUE_H
#define SBP_INTERPRETER_TENSORVALUE_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <vector>

namespace llvm {
struct fltSemantics;
} // namespace llvm

namespace sbp {

/// One element: `f` for float types, `i` for integers and index.
union Scalar {
  double f;
  int64_t i;
};

/// Returns a scalar that holds `value` as given: nothing is rounded.
inline Scalar makeFloat(double value) {
  Scalar scalar;
  scalar.f = value;
  return scalar;
}
/// Returns an integer scalar; `value` must already be sign-extended from the
/// width of its type.
inline Scalar makeInteger(int64_t value) {
  Scalar scalar;
  scalar.i = value;
  return scalar;
}

/// Rounding of a float result to a format. Integers are wrapped to their width
/// instead.
class Rounding {
public:
  enum Kind : uint8_t { None, F32, Narrow };
  /// Makes the rounding of f64, which keeps every value, or of f32.
  constexpr Rounding(Kind kind = None) : kind(kind) {}
  /// Makes the rounding to a format that C++ has no type of.
  explicit Rounding(const llvm::fltSemantics &format)
      : kind(Narrow), format(&format) {}
  bool operator==(const Rounding &) const = default;

private:
  friend double roundTo(Rounding rounding, double value);
  Kind kind;
  const llvm::fltSemantics *format = nullptr;
};

/// Returns the rounding of an element type; None for f64 and types that are no
/// floats, and for every type if `float64`.
Rounding getRounding(mlir::Type type, bool float64 = false);
/// Rounds to the nearest value of the format, ties to even. None returns
/// `value`.
double roundTo(Rounding rounding, double value);
/// Returns the low `width` bits, sign-extended.
inline int64_t wrapTo(unsigned width, int64_t value) {
  if (width >= 64)
    return value;
  return static_cast<int64_t>(static_cast<uint64_t>(value) << (64 - width)) >>
         (64 - width);
}
/// Returns the low `width` bits, zero-extended.
inline uint64_t unsignedOf(unsigned width, int64_t value) {
  return width >= 64 ? value
                     : static_cast<uint64_t>(value) & ((1ull << width) - 1);
}
/// Returns the bits of an integer type, which must not be a float; 64 for
/// index.
unsigned getIntegerWidth(mlir::Type type);

/// Returns true for f64, f32, f16, bf16, signless integers of up to 64 bits,
/// and index.
bool isSupportedElementType(mlir::Type type);

/// Returns "has N elements ..." if the machine lacks the memory for a tensor of
/// this type; nullopt if it fits.
std::optional<std::string> describeTooLarge(mlir::RankedTensorType type);

/// Compares two elements of `type` as the oracle does: NaN equals NaN, and
/// zeros of either sign are equal unless `signedZero`.
bool sameScalar(mlir::Type type, Scalar a, Scalar b, bool signedZero = false);

/// Returns the value of a float or integer attribute, widened to 64 bits and
/// not rounded, whatever `float64` is. Other attributes are not allowed.
Scalar scalarFromAttribute(mlir::Attribute attribute, bool float64 = false);

/// A dense row-major tensor that owns its elements; copies are deep. Indices
/// are elements, never bytes, and are checked by assertions at most. A
/// default-constructed tensor has no element type and no elements, and may only
/// be assigned to.
class TensorValue {
public:
  TensorValue() = default;
  /// Creates a tensor of zeros. All sizes of `shape` are static.
  TensorValue(llvm::ArrayRef<int64_t> shape, mlir::Type elementType);
  /// Returns the value of `tensor.empty`: NaN, or a conspicuous integer,
  /// everywhere.
  static TensorValue poison(llvm::ArrayRef<int64_t> shape,
                            mlir::Type elementType);
  /// Creates a tensor with `value` in all elements.
  static TensorValue splat(llvm::ArrayRef<int64_t> shape,
                           mlir::Type elementType, Scalar value);
  /// Reads dense and dense_resource attributes. Nullopt for other kinds, and
  /// for a resource whose bytes are missing or do not fit its type.
  static std::optional<TensorValue> fromAttribute(mlir::ElementsAttr attribute);

  mlir::Type getElementType() const { return elementType; }
  /// Returns the sizes; the view is valid while the tensor is neither assigned
  /// to nor destroyed.
  llvm::ArrayRef<int64_t> getShape() const { return shape; }
  int64_t getRank() const { return shape.size(); }
  /// Returns the number of elements.
  int64_t size() const { return cells.size(); }
  bool isFloat() const { return llvm::isa<mlir::FloatType>(elementType); }
  mlir::RankedTensorType getType() const {
    return mlir::RankedTensorType::get(shape, elementType);
  }

  Scalar &operator[](int64_t flat) { return cells[flat]; }
  Scalar operator[](int64_t flat) const { return cells[flat]; }
  /// Returns the row-major position of an index tuple, which must be in range
  /// and have one entry per dimension.
  int64_t flatten(llvm::ArrayRef<int64_t> index) const;
  Scalar &at(llvm::ArrayRef<int64_t> index) { return cells[flatten(index)]; }
  Scalar at(llvm::ArrayRef<int64_t> index) const {
    return cells[flatten(index)];
  }
  /// Returns the row-major stride of each dimension, in elements.
  llvm::SmallVector<int64_t> getStrides() const;
  /// Returns the same elements under another shape of equal size.
  TensorValue reshaped(llvm::ArrayRef<int64_t> newShape) const;

  /// Returns true for a value of `poison` until `markDefined` is called; writes
  /// to elements do not change it.
  bool isUndefined() const { return undefined; }
  void markDefined() { undefined = false; }

  /// Prints the sizes, then up to `limit` elements.
  void print(llvm::raw_ostream &os, int64_t limit = 16) const;

private:
  mlir::Type elementType;
  llvm::SmallVector<int64_t> shape;
  std::vector<Scalar> cells;
  bool undefined = false;
};

/// Prints one element in the syntax of the command line.
void printScalar(llvm::raw_ostream &os, mlir::Type type, Scalar value);

/// Returns the first row-major position at which two tensors of one shape and
/// element type differ by `sameScalar`, or -1.
int64_t findDifference(const TensorValue &a, const TensorValue &b,
                       bool signedZero = false);

/// Calls `body` for every index tuple of `shape` in row-major order: once for
/// rank 0, never if a size is 0. The tuple is valid during the call only.
void forEachIndex(llvm::ArrayRef<int64_t> shape,
                  llvm::function_ref<void(llvm::ArrayRef<int64_t>)> body);

} // namespace sbp

#endif // SBP_INTERPRETER_TENSORVALUE_H
