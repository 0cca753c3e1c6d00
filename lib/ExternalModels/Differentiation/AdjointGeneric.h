// AdjointGeneric.h: the generics that adjoints of structured ops are made of
#ifndef SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_ADJOINTGENERIC_H
#define SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_ADJOINTGENERIC_H

#include "WindowInversion.h"

namespace sbp {

/// A tensor or scalar that a generic over the loops of a primal op reads:
/// element `map`(loops), an empty map for a scalar.
struct AdjointInput {
  mlir::Value value;
  mlir::AffineMap map;
  bool isCotangent = false;
};

/// Builds one generic over the loops of a primal op, with a result of `type`
/// that is indexed by `map`. Loops that `map` lacks are reduced, from `init`,
/// or from zero if the elements are integers. `body` gets the elements of
/// `inputs` and that of the result, null where every element is written once,
/// and returns the value to yield; null for the init, which is undefined
/// without a reduction. Fails where `body` does, which reports the error.
/// Inputs that the body does not read are left out, but for those that give a
/// loop its extent. With an `inversion`, the maps are those of the primal, and
/// the loops are the inverted ones.
mlir::FailureOr<mlir::Value> buildAdjointGeneric(
    mlir::OpBuilder &builder, mlir::Location loc,
    llvm::ArrayRef<AdjointInput> inputs, mlir::RankedTensorType type,
    mlir::AffineMap map, double init,
    llvm::function_ref<mlir::FailureOr<mlir::Value>(
        mlir::OpBuilder &, mlir::ValueRange arguments, mlir::Value init)>
        body,
    const WindowInversion *inversion = nullptr);

/// Adds the elements of `value`, a tensor, into zeros of `type`, and returns
/// that tensor: the element at position p goes to the position `map`(p),
/// several of them may go to one. `map` may be any affine map into the shape of
/// `type`. Example: (i) -> (i, i) puts a vector on a diagonal.
mlir::Value scatterThroughMap(mlir::OpBuilder &builder, mlir::Location loc,
                              mlir::Value value, mlir::AffineMap map,
                              mlir::RankedTensorType type);

/// Replaces `op` by an op, built at the insertion point, that has the float
/// scalars that its body captures as operands, and returns that op; `op` is
/// erased. Returns `op` itself, unchanged, if it captures none but constants.
mlir::linalg::GenericOp raiseCapturedScalars(mlir::OpBuilder &builder,
                                             mlir::linalg::GenericOp op);

} // namespace sbp

#endif // SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_ADJOINTGENERIC_H
