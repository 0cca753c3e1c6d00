// MicroBatches.h: pieces of values in time
//
// Micro-batch k of a tensor is piece k of one dimension, cut into equal pieces.
// Shared by the interpreters of levels 0 and 1.
#ifndef SBP_INTERPRETER_MICROBATCHES_H
#define SBP_INTERPRETER_MICROBATCHES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"
#include "sbp/Interpreter/LocalStates.h"

namespace sbp {

/// The dimension of a tensor that is cut into `count` micro-batches.
struct TimeCut {
  int64_t dim = 0;
  int64_t count = 1;
};

/// Returns piece `k` of `whole`.
TensorValue extractMicroBatch(const TensorValue &whole, TimeCut cut, int64_t k);

/// Appends `piece`, which is number `k`, to `whole`; the first creates it.
void appendMicroBatch(TensorValue &whole, const TensorValue &piece, TimeCut cut,
                      int64_t k);

/// Returns what `op` hands to micro-batch `k` of `whole`.
TensorValue enterTime(EnterTimeOp op, const TensorValue &whole, int64_t k);

/// Adds the term of micro-batch `k` to the result of `op`; the first creates
/// it.
void leaveTime(LeaveTimeOp op, TensorValue &result, const TensorValue &term,
               int64_t k, int64_t count, bool float64);

/// Calls `once` for every op of `function` that runs once a step, and `timed`
/// for every sequence of ops between them, `count` times one after the other.
/// Stops at the first failure.
llvm::LogicalResult forEachSweep(
    mlir::func::FuncOp function,
    llvm::function_ref<llvm::LogicalResult(mlir::Operation *)> once,
    llvm::function_ref<llvm::LogicalResult(llvm::ArrayRef<mlir::Operation *>,
                                           int64_t k)>
        timed);

} // namespace sbp

#endif // SBP_INTERPRETER_MICROBATCHES_H
