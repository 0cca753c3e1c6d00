// ScoreMask.h: scores of attention as a scaled product and a mask
#ifndef SBP_LIB_TRANSFORMS_IMPORT_SCOREMASK_H
#define SBP_LIB_TRANSFORMS_IMPORT_SCOREMASK_H

#include "Elements.h"

namespace sbp {

/// Returns true for a number so low that a key with it has no weight if another
/// key is seen: the weight of a hidden key is exactly 0.
bool isLowScore(const llvm::APFloat &number);
/// Returns the highest such number that `type` has.
double getHighestLowScore(mlir::FloatType type);

/// A condition that replaces scores by a low number.
struct ScoreCondition {
  Element condition; ///< resolved
  bool shows;        ///< the score is kept where it is true, not where false
  bool isFinite;     ///< the low number is
};

/// score = scale * product + mask. The mask is what the score is where the
/// product is 0: constants and tensors that are added, and numbers that are
/// selected in place of the product, which are so low that adding the product
/// changes no weight.
struct ScaledScore {
  mlir::Value product;        ///< the tensor that a sum of products makes
  mlir::AffineMap productMap; ///< from the loops of the score
  /// The dimension of the product for each loop of the score.
  llvm::SmallVector<unsigned> dims;
  double scale = 1;
  Element score;
  bool isMasked = false;
  bool isAdded = false; ///< part of the mask is added, not selected
  llvm::SmallVector<ScoreCondition> conditions; ///< of what is selected
};

/// Matches `score`, resolved in a nest of `sizes`. Nullopt where it is anything
/// else. Changes nothing.
std::optional<ScaledScore> matchScore(const Element &score,
                                      llvm::ArrayRef<int64_t> sizes);

/// Builds the mask in `type`, a float: a tensor with one dimension per loop of
/// the score, of size 1 where the mask is the same at all positions. `sizes`
/// are those of the loops; the loops `together` have size 1 all or none. Null,
/// with nothing built, where it reads a value for which `isRefused` is true.
mlir::Value buildMask(mlir::OpBuilder &builder, mlir::Location loc,
                      const ScaledScore &score, llvm::ArrayRef<int64_t> sizes,
                      llvm::ArrayRef<unsigned> together, mlir::FloatType type,
                      llvm::function_ref<bool(mlir::Value)> isRefused);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_IMPORT_SCOREMASK_H
