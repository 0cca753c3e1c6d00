// ContractionBody.h: recognises contractions among generics
#ifndef SBP_TARGET_REGION_CONTRACTIONBODY_H
#define SBP_TARGET_REGION_CONTRACTIONBODY_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace sbp::region {

/// One side of the product: the inputs that it depends on, and the ops of the
/// body that compute it (casts, a scale, a product of two inputs), in order.
struct Factor {
  llvm::SmallVector<unsigned> inputs;
  mlir::Value value; ///< in the body
  llvm::SmallVector<mlir::Operation *> ops;
};

/// The two factors of a body `out + a * b`, ignoring casts between floats.
struct ContractionBody {
  Factor a, b;
};

/// Matches a sum of float products whose factors share no input, with at least
/// one reduction loop and linear indexing maps. Returns nothing for other ops.
std::optional<ContractionBody> matchContractionBody(mlir::linalg::GenericOp op);

/// Returns whether some parallel loop indexes one factor and not the other, so
/// that elements are reused and a tiled kernel pays off. With `bothSides`, both
/// factors must be reused.
bool reusesElements(mlir::linalg::GenericOp op, const ContractionBody &body,
                    bool bothSides);

/// A factor as a tensor, with the contraction's indexing map into it.
struct Side {
  mlir::Value tensor;
  mlir::AffineMap map;
};

/// Computes the factor as a tensor of element type `type`. A factor of one
/// input keeps the input's shape (the windows of a convolution overlap, so
/// expanding them would be larger); a factor of several inputs is computed over
/// the loops that they depend on.
Side materializeFactor(mlir::RewriterBase &rewriter, mlir::linalg::GenericOp op,
                       const Factor &factor, mlir::Type type);

/// Returns the tensor with every element cast to the float type `type`.
mlir::Value castTensor(mlir::RewriterBase &rewriter, mlir::Location loc,
                       mlir::Value tensor, mlir::Type type);

/// Returns the coefficient per loop of each result of `map`, or nothing if the
/// map is not linear. `constants` receives the constant terms.
std::optional<llvm::SmallVector<llvm::SmallVector<int64_t>>>
getLinearCoefficients(mlir::AffineMap map,
                      llvm::SmallVectorImpl<int64_t> &constants);

} // namespace sbp::region

#endif // SBP_TARGET_REGION_CONTRACTIONBODY_H
