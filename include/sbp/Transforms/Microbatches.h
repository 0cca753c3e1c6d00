// Microbatches.h: the micro-batches that a model requests
#ifndef SBP_TRANSFORMS_MICROBATCHES_H
#define SBP_TRANSFORMS_MICROBATCHES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sbp {

/// Returns `sbp.microbatches` of the entry, or of its module if the entry has
/// none; 1 if neither has it, or if it is no integer.
int64_t getRequestedMicrobatches(mlir::func::FuncOp entry);

/// Checks that the requested number, if any, is from 1 to 2^20 and, above 1,
/// that every argument of rank 1 or more that is no state, at least one, has an
/// `sbp.microbatch`: a dimension, not empty, that the number divides. States
/// have none. Emits an error about the argument or entry and fails otherwise.
mlir::LogicalResult checkMicrobatches(mlir::func::FuncOp entry);

} // namespace sbp

#endif // SBP_TRANSFORMS_MICROBATCHES_H
