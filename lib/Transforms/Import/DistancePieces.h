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

/// The value of a scalar at the distances [begin, end).
struct DistancePiece {
  enum class Kind : uint8_t {
    Unknown, ///< depends on something else
    Linear,  ///< an integer: slope * distance + base
    Literal  ///< a float or an i1
  };
  int64_t begin, end;
  Kind kind = Kind::Unknown;
  int64_t slope = 0, base = 0;
  mlir::Attribute literal = {};
};

/// Pieces in ascending order, which cover all distances.
using DistancePieces = llvm::SmallVector<DistancePiece, 4>;

/// Evaluates tensors whose elements depend on a query and a key.
class DistanceEvaluator {
public:
  DistanceEvaluator(int64_t queries, int64_t keys)
      : begin(1 - queries), end(keys) {}

  /// Returns the element of `tensor` at `place` (nothing: a dimension whose
  /// position is neither a query's nor a key's).
  DistancePieces evaluate(mlir::Value tensor,
                          llvm::ArrayRef<std::optional<PositionSum>> place);

private:
  /// A sum of positions is kept as one as long as it is only added to others.
  struct Scalar {
    std::optional<PositionSum> sum;
    DistancePieces pieces;
  };
  using Place = llvm::SmallVector<std::optional<PositionSum>>;

  Scalar evaluateTensor(mlir::Value tensor, const Place &place);
  Scalar evaluateBody(mlir::linalg::LinalgOp op, unsigned result,
                      const Place &loops);
  Scalar evaluateOp(mlir::Operation *op, llvm::ArrayRef<Scalar> operands);
  std::optional<PositionSum> addSums(mlir::Operation *op,
                                     llvm::ArrayRef<Scalar> operands);
  Scalar makeUnknown() const { return {std::nullopt, {{begin, end}}}; }
  Scalar makeConstant(mlir::Attribute value) const;
  DistancePieces getPieces(const Scalar &scalar) const;

  int64_t begin, end;    ///< of the distances
  unsigned steps = 4096; ///< ops that may still be evaluated
};

} // namespace sbp

#endif // SBP_TRANSFORMS_IMPORT_DISTANCEPIECES_H
