// OpTable.h: evaluation of ops on tensors
#ifndef SBP_LIB_INTERPRETER_OPTABLE_H
#define SBP_LIB_INTERPRETER_OPTABLE_H

#include "sbp/Interpreter/Interpreter.h"
#include "llvm/ADT/StringMap.h"

namespace sbp {

using OpResult = llvm::FailureOr<RuntimeValues>;
/// Evaluates one op on one value per operand and returns one per result, or
/// fails with a diagnostic at the op.
using OpFunction = OpResult (*)(mlir::Operation *op,
                                llvm::ArrayRef<RuntimeValue> operands,
                                Frame &frame);
/// Functions by the name of the op, such as "tensor.pad".
using OpTable = llvm::StringMap<OpFunction>;

/// Adds operations to the counts, if work is counted.
inline void count(const Frame &frame, int64_t operations) {
  if (WorkCounts *counts = frame.getOptions().counts)
    counts->operations += operations;
}
/// Records that an op is evaluated by another algorithm than kernels use.
inline void countDifferent(const Frame &frame) {
  if (WorkCounts *counts = frame.getOptions().counts)
    counts->differsFromKernels = true;
}
/// Returns the type of the only result, a tensor.
inline mlir::RankedTensorType resultType(mlir::Operation *op) {
  return mlir::cast<mlir::RankedTensorType>(op->getResult(0).getType());
}

// Each function adds the ops of one file to `table`.

/// Ops of tensor that move whole pieces.
void addTensorShapeOps(OpTable &table);
/// Ops of tensor with indices or bodies.
void addTensorIndexOps(OpTable &table);
/// Constants, calls, asserts, constrain, boxing, nn.gather, linalg.softmax.
void addOtherOps(OpTable &table);
/// Products of groups of rows.
void addGroupedOps(OpTable &table);
/// Running sums, sums of blocks, and the scatters of `nn`.
void addSumOps(OpTable &table);
/// Ops of `nn` that order elements.
void addOrderOps(OpTable &table);
/// All ops of memory_layer; calls the next two functions.
void addMemoryLayerOps(OpTable &table);
void addTuckerOps(OpTable &table); ///< memory_layer.tucker_top_k
void addUpdateOps(OpTable &table); ///< memory_layer.update
void addRandomOps(OpTable &table); ///< nn.random

/// Returns `index` clamped to [0, extent), 0 if that is empty; with
/// `checkIndices`, an index out of range fails with an error at `op` that names
/// it by `which`.
llvm::FailureOr<int64_t> resolvePosition(mlir::Operation *op,
                                         const llvm::Twine &which,
                                         int64_t index, int64_t extent,
                                         InterpreterOptions options);
/// Returns a copy of a tensor of indices into dimension `dim` of `extent`
/// elements, each resolved like resolvePosition does.
llvm::FailureOr<TensorValue> resolvePositions(mlir::Operation *op,
                                              const TensorValue &indices,
                                              int64_t dim, int64_t extent,
                                              InterpreterOptions options);

/// Evaluates a structured op: loops over its maps, iterators and scalar body.
/// Fails with a diagnostic if it reads a tensor.empty that is not filled, or if
/// its body cannot be compiled (ScalarProgram.h) or fails.
OpResult evaluateStructured(mlir::Operation *op,
                            llvm::ArrayRef<RuntimeValue> operands,
                            Frame &frame);

/// Evaluates an op without an entry of its own by its LoweringOpInterface,
/// which it must have; fails where an op of the lowering does.
OpResult evaluateLowered(mlir::Operation *op,
                         llvm::ArrayRef<RuntimeValue> operands, Frame &frame);

} // namespace sbp

#endif // SBP_LIB_INTERPRETER_OPTABLE_H
