// Prediction.h: the quantities that predicted times are computed from
#ifndef SBP_LIB_TARGET_CUDA_PREDICTION_H
#define SBP_LIB_TARGET_CUDA_PREDICTION_H

#include "Chip.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sbp::cuda {

/// Returns the seconds of a kernel that moves `bytes`, read plus written, at
/// `share` (above 0, at most 1) of the rate of a copy.
inline double getCopySeconds(const Chip &chip, double bytes, double share) {
  return chip.launchSeconds + bytes / (chip.copyRate * share);
}

/// Seconds of a step of an epilogue for one result, of a block of 256 threads
/// alone on a multiprocessor: gelu after a product of 8192 x 3072 x 768 takes
/// 20 us with tiles of 128 x 128.
inline constexpr double kEpilogueStepSeconds = 1.1e-11;
/// Returns about how many instructions the body of an epilogue has in addition
/// to conversions. Those of a bias or a residual count as none: they are hidden
/// after loads and stores.
double countEpilogueSteps(mlir::linalg::GenericOp op);

/// Returns the number of iterations of `op`.
double countIterations(mlir::linalg::GenericOp op);
/// Returns the bytes of an operand that the iterations of `op` access: all of
/// its elements once, or one per iteration if these are fewer. Zero for an
/// input that the body does not read; an init counts as its result.
double getAccessedBytes(mlir::linalg::GenericOp op, mlir::OpOperand &operand);
/// Returns the sum of these bytes over all operands; results count as inits.
double getAccessedBytes(mlir::linalg::GenericOp op);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_PREDICTION_H
