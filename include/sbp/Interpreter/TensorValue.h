// TensorValue.h: values of the reference interpreter
//
// A tensor is a shape, an element type and one 64-bit cell per element: floats
// are doubles already rounded to the element type, integers are sign-extended
// to 64 bits (so i1 true is -1). Slow and obvious.
#ifndef SBP_INTERPRETER_TENSORVALUE_H
#define SBP_INTERPRETER_TENSORVALUE_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <vector>

namespace sbp {

/// One element: `f` for float types, `i` for integers and index.
union Scalar {
  double f;
  int64_t i;
};

inline Scalar makeFloat(double value) {
  Scalar scalar;
  scalar.f = value;
  return scalar;
}
inline Scalar makeInteger(int64_t value) {
  Scalar scalar;
  scalar.i = value;
  return scalar;
}

/// How a float result is rounded; integers are wrapped to their width instead.
enum class Rounding : uint8_t { None, F32, F16, BF16 };

/// Rounding of `type` (a float type); None for f64, or always in float64 mode.
Rounding getRounding(mlir::Type type, bool float64 = false);
/// To the nearest value of the format, ties to even.
double roundTo(Rounding rounding, double value);
/// The low `width` bits, sign-extended.
inline int64_t wrapTo(unsigned width, int64_t value) {
  if (width >= 64)
    return value;
  return static_cast<int64_t>(static_cast<uint64_t>(value) << (64 - width)) >>
         (64 - width);
}
/// The low `width` bits, zero-extended.
inline uint64_t unsignedOf(unsigned width, int64_t value) {
  return width >= 64 ? value
                     : static_cast<uint64_t>(value) & ((1ull << width) - 1);
}
/// Bits of an integer type; 64 for index.
unsigned getIntegerWidth(mlir::Type type);

/// f64 f32 f16 bf16, integers of at most 64 bits, index.
bool isSupportedElementType(mlir::Type type);

/// The machine has the memory for the cells of a tensor of this type; else what
/// is wrong with it: "has N elements ...".
std::optional<std::string> describeTooLarge(mlir::RankedTensorType type);

/// Equal as the oracle sees it: NaN equals NaN, zeros of either sign are equal
/// unless `signedZero`.
bool sameScalar(mlir::Type type, Scalar a, Scalar b, bool signedZero = false);

/// The value of a float or integer attribute of that element type.
Scalar scalarFromAttribute(mlir::Attribute attribute, bool float64 = false);

/// Row-major tensor. Copies are deep.
class TensorValue {
public:
  TensorValue() = default;
  /// All elements are zero.
  TensorValue(llvm::ArrayRef<int64_t> shape, mlir::Type elementType);
  /// What `tensor.empty` gives: NaN, or a conspicuous integer, everywhere.
  static TensorValue poison(llvm::ArrayRef<int64_t> shape,
                            mlir::Type elementType);
  static TensorValue splat(llvm::ArrayRef<int64_t> shape,
                           mlir::Type elementType, Scalar value);
  /// Dense and dense_resource attributes; null attribute kinds give nothing.
  static std::optional<TensorValue> fromAttribute(mlir::ElementsAttr attribute);

  mlir::Type getElementType() const { return elementType; }
  llvm::ArrayRef<int64_t> getShape() const { return shape; }
  int64_t getRank() const { return shape.size(); }
  int64_t size() const { return cells.size(); }
  bool isFloat() const { return llvm::isa<mlir::FloatType>(elementType); }
  mlir::RankedTensorType getType() const {
    return mlir::RankedTensorType::get(shape, elementType);
  }

  Scalar &operator[](int64_t flat) { return cells[flat]; }
  Scalar operator[](int64_t flat) const { return cells[flat]; }
  /// Row-major position of an index tuple, which must be in range.
  int64_t flatten(llvm::ArrayRef<int64_t> index) const;
  Scalar &at(llvm::ArrayRef<int64_t> index) { return cells[flatten(index)]; }
  Scalar at(llvm::ArrayRef<int64_t> index) const {
    return cells[flatten(index)];
  }
  llvm::SmallVector<int64_t> getStrides() const;
  /// Same elements under another shape of as many elements.
  TensorValue reshaped(llvm::ArrayRef<int64_t> newShape) const;

  /// Nobody has written an element since `tensor.empty`.
  bool isUndefined() const { return undefined; }
  void markDefined() { undefined = false; }

  /// Sizes, then up to `limit` elements.
  void print(llvm::raw_ostream &os, int64_t limit = 16) const;

private:
  mlir::Type elementType;
  llvm::SmallVector<int64_t> shape;
  std::vector<Scalar> cells;
  bool undefined = false;
};

/// Prints one element as the command line writes it.
void printScalar(llvm::raw_ostream &os, mlir::Type type, Scalar value);

/// First row-major position where two tensors of one type differ, or -1.
int64_t findDifference(const TensorValue &a, const TensorValue &b,
                       bool signedZero = false);

/// Calls `body` for every index tuple of `shape` in row-major order.
void forEachIndex(llvm::ArrayRef<int64_t> shape,
                  llvm::function_ref<void(llvm::ArrayRef<int64_t>)> body);

} // namespace sbp

#endif // SBP_INTERPRETER_TENSORVALUE_H
