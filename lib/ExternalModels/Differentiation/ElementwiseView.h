// ElementwiseView.h: the scalar expression that several elementwise ops compute
//
// Exported models have one op per function: exp, then 1 + e, then 1 / s. From
// the last op these are one expression, in which a block argument stands for
// the value that its producer yields. All ops of an expression have one result
// over the same elements, so a scalar has one meaning in all their bodies.
#ifndef SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_ELEMENTWISEVIEW_H
#define SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_ELEMENTWISEVIEW_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SetVector.h"

namespace sbp {

/// Returns whether each iteration of `op` computes one element from the
/// elements at its own place, without a value that was there.
bool isElementwiseGeneric(mlir::linalg::GenericOp op);

/// Returns the scalar that `value`, of the body of an elementwise generic,
/// stands for: a value that is no block argument, or one without a producer.
mlir::Value lookThrough(mlir::Value value);

/// Returns the tensor that an argument of a body reads, or the scalar itself.
mlir::Value getLeaf(mlir::Value value);

/// Returns the elementwise op that computes what a body reads as `argument`, at
/// the same place; null if there is none.
mlir::linalg::GenericOp getProducer(mlir::BlockArgument argument);

/// Replaces `op` by one that computes what `producers`, the elementwise ops
/// that it depends on through each other, computed for it, and returns that op,
/// built at the insertion point. `rewrite` is called with each scalar op and
/// its clone, and returns what takes the place of the first result of the
/// clone.
mlir::linalg::GenericOp fuseProducers(
    mlir::OpBuilder &builder, mlir::linalg::GenericOp op,
    const llvm::SetVector<mlir::Operation *> &producers,
    llvm::function_ref<mlir::Value(mlir::Operation *, mlir::Operation *)>
        rewrite);

} // namespace sbp

#endif // SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_ELEMENTWISEVIEW_H
