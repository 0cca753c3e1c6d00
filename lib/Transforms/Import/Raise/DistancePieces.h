// DistancePieces.h: scalars as functions of the distance between two positions
//
// Masks of attention compare the position j of a key with the position i of a
// query. What they compute is followed through bodies of linalg ops as a
// function of the distance j - i, in pieces: `abs(i - j) <= 2` of 5 x 5
// positions is false from -4 to -3, true from -2 to 2, false from 3 to 4.
#ifndef SBP_TRANSFORMS_IMPORT_DISTANCEPIECES_H
#define SBP_TRANSFORMS_IMPORT_DISTANCEPIECES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sbp {

/// The integer query * i + key * j + constant.
struct PositionSum {
  int64_t query = 0, key = 0, constant = 0;
};

/// The value of a scalar at the distances [begin, end), which are not empty.
/// Unknown pieces have neither a slope nor a literal.
struct DistancePiece {
  /// The form of the value at these distances.
  enum class Kind : uint8_t {
    Unknown, ///< depends on something else
    Linear,  ///< an integer: slope * distance + base
    Literal  ///< a float or an i1
  };
  int64_t begin, end;
  Kind kind = Kind::Unknown;
  int64_t slope = 0, base = 0;  ///< of a linear piece
  mlir::Attribute literal = {}; ///< of a literal piece; null for others
};

/// Pieces in ascending order, which cover all distances.
using DistancePieces = llvm::SmallVector<DistancePiece, 4>;

/// Evaluates tensors whose elements depend on a query and a key. Distances run
/// from 1 - queries to keys - 1. Changes no IR.
class DistanceEvaluator {
public:
  /// Both numbers of positions are at least 1.
  DistanceEvaluator(int64_t queries, int64_t keys)
      : begin(1 - queries), end(keys) {}

  /// Returns the element of `tensor` at `place`, which has one position per
  /// dimension (nullopt: neither a query's nor a key's). Pieces are Unknown
  /// where the element depends on anything else, where sums may exceed 2^30,
  /// and once this object has evaluated 4096 ops.
  DistancePieces evaluate(mlir::Value tensor,
                          llvm::ArrayRef<std::optional<PositionSum>> place);

private:
  /// A sum of positions is kept as one as long as it is only added to others.
  /// Only one of the two members is set.
  struct Scalar {
    std::optional<PositionSum> sum;
    DistancePieces pieces;
  };
  using Place = llvm::SmallVector<std::optional<PositionSum>>;

  /// Evaluates an element through constants, reshapes by dims of size 1, and
  /// elementwise linalg ops; unknown for any other tensor.
  Scalar evaluateTensor(mlir::Value tensor, const Place &place);
  /// Evaluates yielded value `result` of the body with its loops at `loops`.
  Scalar evaluateBody(mlir::linalg::LinalgOp op, unsigned result,
                      const Place &loops);
  /// Evaluates a scalar op; unknown for one with regions or several results.
  Scalar evaluateOp(mlir::Operation *op, llvm::ArrayRef<Scalar> operands);
  /// Returns the result of `op` as a sum of positions, nullopt if it is none.
  std::optional<PositionSum> addSums(mlir::Operation *op,
                                     llvm::ArrayRef<Scalar> operands);
  Scalar makeUnknown() const { return {std::nullopt, {{begin, end}}}; }
  /// Returns a scalar that is `value` at all distances.
  Scalar makeConstant(mlir::Attribute value) const;
  /// Returns the pieces of a scalar; unknown for a sum that is no function of
  /// the distance.
  DistancePieces getPieces(const Scalar &scalar) const;

  int64_t begin, end;    ///< of the distances
  unsigned steps = 4096; ///< ops that may still be evaluated
};

} // namespace sbp

#endif // SBP_TRANSFORMS_IMPORT_DISTANCEPIECES_H
