// Views.h: ops that select elements of a tensor and compute none
#ifndef SBP_LIB_TARGET_CUDA_VIEWS_H
#define SBP_LIB_TARGET_CUDA_VIEWS_H

#include "mlir/IR/Operation.h"

namespace sbp::cuda {

/// Returns whether `op`, which may be null, expands or collapses a shape.
bool isReshape(mlir::Operation *op);
/// Returns whether `op`, which may be null, only selects elements of its first
/// operand: a reshape, or a slice at offsets, of sizes and with steps that are
/// constants.
bool isView(mlir::Operation *op);
/// Returns the tensor that `tensor` is a view of, through all views; `tensor`
/// itself if it is none.
mlir::Value getViewed(mlir::Value tensor);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_VIEWS_H
