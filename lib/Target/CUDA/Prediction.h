// Prediction.h: what predicted times are computed from
#ifndef SBP_LIB_TARGET_CUDA_PREDICTION_H
#define SBP_LIB_TARGET_CUDA_PREDICTION_H

#include "Chip.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sbp::cuda {

/// Returns the duration of a kernel that moves `bytes` at `share` of the rate
/// of a copy.
inline double getCopySeconds(const Chip &chip, double bytes, double share) {
  return chip.launchSeconds + bytes / (chip.copyRate * share);
}

/// Returns the number of iterations of `op`.
double countIterations(mlir::linalg::GenericOp op);
/// Returns the bytes of an operand that the iterations of `op` access, each
/// element once. Zero for an operand that the body does not read.
double getAccessedBytes(mlir::linalg::GenericOp op, mlir::OpOperand &operand);
/// Returns the bytes of all operands and results.
double getAccessedBytes(mlir::linalg::GenericOp op);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_PREDICTION_H
