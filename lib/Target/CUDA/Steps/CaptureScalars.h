// CaptureScalars.h: scalar operands become captured values
#ifndef SBP_LIB_TARGET_CUDA_CAPTURESCALARS_H
#define SBP_LIB_TARGET_CUDA_CAPTURESCALARS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sbp::cuda {

/// Turns scalar operands of generics into values that their bodies capture.
/// Never fails.
mlir::LogicalResult captureScalars(mlir::func::FuncOp region);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_CAPTURESCALARS_H
