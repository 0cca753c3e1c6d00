// TensorSteps.h: the rewrites of a region before its launches are planned
#ifndef SBP_LIB_TARGET_CUDA_TENSORSTEPS_H
#define SBP_LIB_TARGET_CUDA_TENSORSTEPS_H

#include "Choice/Chip.h"
#include "mlir/IR/BuiltinOps.h"

namespace sbp::cuda {

/// Rewrites the ops of a region, on tensors, so that generators find what they
/// compute by one launch: fuses ops, marks contractions and ops that a
/// generator of `chip` takes whole, gathers the ops of each launch, and defines
/// scalar math as kernels compute it. Fails after an error.
mlir::LogicalResult runTensorSteps(mlir::ModuleOp module, const Chip &chip);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_TENSORSTEPS_H
