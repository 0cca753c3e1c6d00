// AttentionMatch.h: two products around a softmax, with roles of dimensions
#ifndef SBP_LIB_TRANSFORMS_IMPORT_ATTENTIONMATCH_H
#define SBP_LIB_TRANSFORMS_IMPORT_ATTENTIONMATCH_H

#include "RowProducts.h"
#include "ScoreMask.h"
#include "SoftmaxMatch.h"
#include <vector>

namespace sbp {

/// The dimensions of scores by their role, as numbers of dimensions.
struct ScoreRoles {
  llvm::SmallVector<unsigned, 2> batch; ///< of query, key, value; at most two
  llvm::SmallVector<unsigned, 2> query; ///< repeated heads, then positions
  unsigned key;
};

/// Attention that is spelled out: result = softmax(scale query key + mask)
/// value.
struct AttentionMatch {
  /// The nest of the weights, in whose order dimensions of scores are numbered;
  /// `scores.result` has its loops in this order too.
  llvm::SmallVector<int64_t> sizes;
  Product scores, result;
  unsigned weights; ///< the input of `result` that has the weights
  Softmax softmax;
  ScaledScore score;
  ScoreRoles roles;
  bool isSwapped = false; ///< the key is the first factor of the scores
  /// The text has the gradient alone: `result` describes a product that it does
  /// not have, and `result.op` is the gradient of the value.
  bool isOfGradient = false;
  /// The dimensions of query, key, value and result in the order batch, heads
  /// of a group, repeated heads, positions, width.
  llvm::SmallVector<int64_t> query, key, value, output;

  mlir::Value getQuery() const { return scores.inputs[isSwapped]; }
  mlir::Value getKey() const { return scores.inputs[!isSwapped]; }
  mlir::Value getValue() const { return result.inputs[1 - weights]; }
  mlir::Type getElementType() const {
    return mlir::getElementTypeOrSelf(getQuery().getType());
  }
};

/// Returns the position of `loop` in `loops`, nullopt if it is not there.
std::optional<int64_t> findDim(const Loops &loops, int64_t loop);

/// Matches `op` as the product of weights and values. Nullopt where it is
/// anything else, or where nn.attention has no place for a dimension. Other
/// readers of the scores and of the weights are not looked for. Changes
/// nothing.
std::optional<AttentionMatch> matchAttention(mlir::Operation *op);

/// Matches `op` as the gradient of the value of an attention whose result the
/// text does not compute, as where a part of a model is computed again. There
/// is one match for each tensor that may be the value. Changes nothing.
std::vector<AttentionMatch> matchAttentionOfGradient(mlir::Operation *op);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_IMPORT_ATTENTIONMATCH_H
