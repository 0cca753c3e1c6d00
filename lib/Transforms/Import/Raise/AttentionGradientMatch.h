// AttentionGradientMatch.h: the products of attention's gradient, spelled out
#ifndef SBP_LIB_TRANSFORMS_IMPORT_ATTENTIONGRADIENTMATCH_H
#define SBP_LIB_TRANSFORMS_IMPORT_ATTENTIONGRADIENTMATCH_H

#include "AttentionMatch.h"

namespace sbp {

/// The gradient of query, key or value, times `scale`.
struct GradientProduct {
  mlir::Operation *op = nullptr; ///< null where nothing computes it
  double scale = 1; ///< of a gradient by scores that are not scaled
  /// The dimensions of the result of `op` that have a role, by their sizes, and
  /// their order, as of AttentionMatch::query. All others have size 1.
  llvm::SmallVector<int64_t> shape, order;
};

/// The gradient of an attention by the cotangent of its result:
///   value    = P^T g        dS  = P (g value^T - D), D the sum of P (g
///   value^T) query    = dS key       key = dS^T query
struct AttentionGradientMatch {
  mlir::Value cotangent;
  llvm::SmallVector<int64_t> cotangentOrder; ///< as AttentionMatch::output
  GradientProduct query, key, value;
  /// Each condition that replaces scores by a finite number replaces their
  /// cotangent by 0, in the gradients of query and key, and no weight.
  bool hidesScores = true;
};

/// Returns true for a product of something with the dimensions of scores, as
/// weights have them, and something with a width; those of a gradient are.
bool isProductOfScores(mlir::Operation *op, const AttentionMatch &attention,
                       llvm::function_ref<bool(mlir::Value)> isOfScores);

/// Matches `products`, which read what is computed of the scores of
/// `attention`, as its gradient. Nullopt where one of them is anything else;
/// that one is `stray` then. Changes nothing.
std::optional<AttentionGradientMatch> matchAttentionGradient(
    const AttentionMatch &attention, llvm::ArrayRef<mlir::Operation *> products,
    llvm::function_ref<bool(mlir::Value)> isOfScores, mlir::Operation *&stray);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_IMPORT_ATTENTIONGRADIENTMATCH_H
