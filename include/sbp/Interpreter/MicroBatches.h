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

/// The dimension of a tensor that is cut into `count` micro-batches; `count`
/// divides it.
struct TimeCut {
  int64_t dim = 0;
  int64_t count = 1;
};

/// Returns a copy of piece `k` of `whole`, with 0 <= k < cut.count.
TensorValue extractMicroBatch(const TensorValue &whole, TimeCut cut, int64_t k);

/// Copies `piece`, which is number `k`, into `whole`. Piece 0 replaces `whole`
/// by a tensor for all pieces, so it must come first; `whole` must not be the
/// same object as `piece`.
void appendMicroBatch(TensorValue &whole, const TensorValue &piece, TimeCut cut,
                      int64_t k);

/// Returns the result of `op` in micro-batch `k`: piece `k` of `whole` if the
/// op cuts a dimension, else `whole`, or for `first` the identity of its
/// combiner in all micro-batches but 0.
TensorValue enterTime(EnterTimeOp op, const TensorValue &whole, int64_t k);

/// Adds the term of micro-batch `k` of `count` to the result of `op`:
/// concatenates it, or combines it (without rounding if `float64`). Term 0
/// replaces `result`; terms come in ascending order.
void leaveTime(LeaveTimeOp op, TensorValue &result, const TensorValue &term,
               int64_t k, int64_t count, bool float64);

/// Calls `once` for every op of `function` that runs once a step, and `timed`
/// for every sequence of ops between them, `count` times one after the other.
/// Leaves out the terminator. `function` has a body of one block. Returns
/// failure at once if a call fails.
llvm::LogicalResult forEachSweep(
    mlir::func::FuncOp function,
    llvm::function_ref<llvm::LogicalResult(mlir::Operation *)> once,
    llvm::function_ref<llvm::LogicalResult(llvm::ArrayRef<mlir::Operation *>,
                                           int64_t k)>
        timed);

} // namespace sbp

#endif // SBP_INTERPRETER_MICROBATCHES_H
