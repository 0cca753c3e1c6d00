// ContractionBody.h: recognises contractions among generics
#ifndef SBP_TARGET_REGION_CONTRACTIONBODY_H
#define SBP_TARGET_REGION_CONTRACTIONBODY_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace sbp::region {

/// One side of the product: the inputs that it depends on, and the ops of the
/// body that compute it (casts, a scale, a product of two inputs), in order.
/// The values and ops belong to the contraction: they are valid as long as it
/// is unchanged.
struct Factor {
  llvm::SmallVector<unsigned> inputs; ///< numbers of inputs; never empty
  mlir::Value value;                  ///< the factor's scalar in the body
  llvm::SmallVector<mlir::Operation *> ops;
};

/// The two factors of a body `out + a * b`, ignoring casts between floats. They
/// have no input in common.
struct ContractionBody {
  Factor a, b;
  bool hidesTerms; ///< a term is 0 where `a` is 0 (HiddenTerms.h)
};

/// Matches a sum of float products whose factors share no input and read no
/// loop index, gathered element or init. The op must have one result with a
/// dimension per parallel loop, a reduction loop and linear indexing maps; some
/// factor or the result must have each loop as an index. Nothing for other ops.
std::optional<ContractionBody> matchContractionBody(mlir::linalg::GenericOp op);

/// Returns whether some parallel loop of at least two iterations indexes one
/// factor and not the other, so that elements are reused and a tiled kernel
/// pays off. With `bothSides`, both factors must be reused. `body` is the match
/// of `op`.
bool reusesElements(mlir::linalg::GenericOp op, const ContractionBody &body,
                    bool bothSides);

/// A factor as a tensor, and the map from the contraction's loops to its
/// indices.
struct Side {
  mlir::Value tensor;
  mlir::AffineMap map;
};

/// Computes the factor of `op` as a tensor of the float type `type`, by a
/// generic at the rewriter's insertion point. A factor of one input keeps the
/// input's shape (the windows of a convolution overlap, so expanding them would
/// be larger); a factor of several inputs is computed over the loops that they
/// depend on. An input that is the factor itself and has this type is returned
/// as it is. `op` does not change.
Side materializeFactor(mlir::RewriterBase &rewriter, mlir::linalg::GenericOp op,
                       const Factor &factor, mlir::Type type);

/// Returns the tensor with every float cast to the float type `type`: by a new
/// generic at the insertion point, or `tensor` itself if it has this type.
mlir::Value castTensor(mlir::RewriterBase &rewriter, mlir::Location loc,
                       mlir::Value tensor, mlir::Type type);

/// Matches a copy of another tensor with permuted or broadcast dims. Returns
/// the source with its indices in terms of the dims of `value`.
std::optional<std::pair<mlir::Value, mlir::AffineMap>>
matchMove(mlir::Value value);

/// Returns one row per result of `map` with the coefficient of each loop, or
/// nothing if the map is not linear. `constants` is overwritten by the constant
/// term of each result; it is incomplete if nothing is returned.
std::optional<llvm::SmallVector<llvm::SmallVector<int64_t>>>
getLinearCoefficients(mlir::AffineMap map,
                      llvm::SmallVectorImpl<int64_t> &constants);

} // namespace sbp::region

#endif // SBP_TARGET_REGION_CONTRACTIONBODY_H
