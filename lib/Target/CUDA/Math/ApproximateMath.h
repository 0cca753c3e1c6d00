// ApproximateMath.h: functions of f32 by the approximate instructions of a GPU
#ifndef SBP_LIB_TARGET_CUDA_APPROXIMATEMATH_H
#define SBP_LIB_TARGET_CUDA_APPROXIMATEMATH_H

#include "mlir/IR/PatternMatch.h"

namespace sbp::cuda {

/// Permits approximations of the functions and divisions in `op` and its
/// regions that populateApproximateMath knows, by their flag `afn`. Meant for
/// values that are rounded to 2 bytes afterwards.
void allowApproximations(mlir::Operation *op);

/// Adds patterns that expand exp, tanh and division of f32 with the flag `afn`
/// to approximate instructions, with a benefit above that of other expansions.
/// Relative errors are at most 6e-8 (2 + |x|) for exp (results below 1.2e-38
/// are 0), 8e-6 for tanh and 2 ulp for a division.
void populateApproximateMath(mlir::RewritePatternSet &patterns);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_APPROXIMATEMATH_H
