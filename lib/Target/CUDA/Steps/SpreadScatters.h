// SpreadScatters.h: scatters that would run in one thread
#ifndef SBP_LIB_TARGET_CUDA_SPREADSCATTERS_H
#define SBP_LIB_TARGET_CUDA_SPREADSCATTERS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sbp::cuda {

/// Rewrites scatters into tables of one column, whose loops have no iterations
/// that are apart, as generics over the rows.
mlir::LogicalResult spreadScatters(mlir::func::FuncOp region);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_SPREADSCATTERS_H
