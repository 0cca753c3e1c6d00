// OpTable.h: what each op on tensors does
#ifndef SBP_LIB_INTERPRETER_OPTABLE_H
#define SBP_LIB_INTERPRETER_OPTABLE_H

#include "sbp/Interpreter/Interpreter.h"
#include "llvm/ADT/StringMap.h"

namespace sbp {

using OpResult = llvm::FailureOr<RuntimeValues>;
using OpFunction = OpResult (*)(mlir::Operation *op,
                                llvm::ArrayRef<RuntimeValue> operands,
                                Frame &frame);
using OpTable = llvm::StringMap<OpFunction>;

/// Adds to what is counted, if anything is.
inline void count(const Frame &frame, int64_t operations) {
  if (WorkCounts *counts = frame.getOptions().counts)
    counts->operations += operations;
}
inline void countOtherwise(const Frame &frame) {
  if (WorkCounts *counts = frame.getOptions().counts)
    counts->isOtherwise = true;
}

/// One file each: tensor ops that move whole pieces; tensor ops with indices or
/// bodies; ops outside `tensor` (constants, calls, gather, softmax); ops of
/// `nn` that order elements.
void addTensorShapeOps(OpTable &table);
void addTensorIndexOps(OpTable &table);
void addOtherOps(OpTable &table);
/// Running sums, sums of blocks, rows added into a table.
void addSumOps(OpTable &table);
void addOrderOps(OpTable &table);
void addMemoryLayerOps(OpTable &table);
void addTuckerOps(OpTable &table);
void addUpdateOps(OpTable &table);
void addRandomOps(OpTable &table);

/// The position nearest to `index` among the first `extent`, or with
/// `checkIndices` an error at `op` that says `which` index is outside.
llvm::FailureOr<int64_t> takePosition(mlir::Operation *op,
                                      const llvm::Twine &which, int64_t index,
                                      int64_t extent,
                                      InterpreterOptions options);
/// Of every element of a tensor of indices into dim `dim`.
llvm::FailureOr<TensorValue> takePositions(mlir::Operation *op,
                                           const TensorValue &indices,
                                           int64_t dim, int64_t extent,
                                           InterpreterOptions options);

/// Any structured op: loops over its maps, iterators and scalar body.
OpResult evaluateStructured(mlir::Operation *op,
                            llvm::ArrayRef<RuntimeValue> operands,
                            Frame &frame);

/// An op of `nn` without an entry of its own: runs its parts.
OpResult evaluateLowered(mlir::Operation *op,
                         llvm::ArrayRef<RuntimeValue> operands, Frame &frame);

} // namespace sbp

#endif // SBP_LIB_INTERPRETER_OPTABLE_H
