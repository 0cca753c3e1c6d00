// Microbatches.h: the micro-batches that a model requests
#ifndef SBP_TRANSFORMS_MICROBATCHES_H
#define SBP_TRANSFORMS_MICROBATCHES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sbp {

/// Returns `sbp.microbatches` of the entry, or of its module if the entry has
/// none; 1 if neither has it.
int64_t getRequestedMicrobatches(mlir::func::FuncOp entry);

/// Checks that the entry's arguments can be cut into the micro-batches that it
/// requests. Errors name the argument.
mlir::LogicalResult checkMicrobatches(mlir::func::FuncOp entry);

} // namespace sbp

#endif // SBP_TRANSFORMS_MICROBATCHES_H
