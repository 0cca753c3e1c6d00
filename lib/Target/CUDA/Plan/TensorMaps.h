// TensorMaps.h: tensors that kernels read by tensor copies
#ifndef SBP_LIB_TARGET_CUDA_TENSORMAPS_H
#define SBP_LIB_TARGET_CUDA_TENSORMAPS_H

#include "LaunchPlan.h"

namespace sbp::cuda {

/// Makes an operand, which has a buffer, one that a tensor map can describe: a
/// constant of the module, or a view that begins at no multiple of 16 bytes, is
/// copied to a temporary by a launch in `plan`. A copied view replaces the
/// operand's value, so callers must read the operand anew. Fails if the copy
/// cannot be built.
mlir::LogicalResult prepareTensorMap(LaunchPlan &plan,
                                     mlir::OpOperand &operand);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_TENSORMAPS_H
