// Interpreter.h: the reference interpreter, level 0
//
// Evaluates functions on tensors with plain loops, as the oracle for all other
// implementations. Ops are looked up in tables (ScalarProgram.h, OpTable.h);
// structured linalg ops share one loop nest over their maps and body.
//
// Results that MLIR leaves undefined are defined here: integers wrap; division
// by zero is an error; an index out of range is clamped to the nearest one; a
// shift by the width or more gives 0 (or the sign); float to integer saturates,
// and NaN gives 0.
#ifndef SBP_INTERPRETER_INTERPRETER_H
#define SBP_INTERPRETER_INTERPRETER_H

#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"
#include "sbp/Interpreter/TensorValue.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>

namespace mlir::func {
class FuncOp;
} // namespace mlir::func

namespace sbp {

/// Work counted during evaluation, to verify SBPOpInterface::getWork.
struct WorkCounts {
  int64_t operations = 0; ///< operations on elements, each counted as one
  /// Bytes of elements that a structured op read or wrote, each counted once.
  int64_t touchedBytes = 0;
  /// The interpreter used another algorithm than kernels; nothing is counted.
  bool differsFromKernels = false;
};

/// Options of an evaluation.
struct InterpreterOptions {
  /// Evaluates every float in f64 without rounding, whatever its type.
  bool float64 = false;
  /// Makes a computed index that is out of range an error instead of clamping.
  bool checkIndices = false;
  /// If not null, the work done is added to it. Borrowed: it must outlive every
  /// frame made with these options.
  WorkCounts *counts = nullptr;
};

/// A tensor (shared and immutable), or a scalar if `tensor` is null.
struct RuntimeValue {
  std::shared_ptr<const TensorValue> tensor;
  Scalar scalar = makeInteger(0);

  RuntimeValue() = default;
  RuntimeValue(Scalar scalar) : scalar(scalar) {}
  RuntimeValue(TensorValue value)
      : tensor(std::make_shared<const TensorValue>(std::move(value))) {}
  /// Returns the tensor; the value must not be a scalar.
  const TensorValue &operator*() const { return *tensor; }
  const TensorValue *operator->() const { return tensor.get(); }
};

using RuntimeValues = llvm::SmallVector<RuntimeValue>;

/// The values that are defined while a block is evaluated. Used by one thread
/// at a time; ops of the evaluated function must outlive it.
class Frame {
public:
  /// Creates an outermost frame at call depth `depth`.
  explicit Frame(InterpreterOptions options, unsigned depth = 0)
      : options(options), depth(depth) {}
  /// Extends `outer`, whose values are visible too and which must outlive it.
  explicit Frame(const Frame *outer)
      : options(outer->options), depth(outer->depth), outer(outer) {}
  const InterpreterOptions &getOptions() const { return options; }
  /// Returns the number of calls around this frame; 0 in the function that is
  /// evaluated first.
  unsigned getDepth() const { return depth; }
  /// Defines `value` in this frame, or replaces its definition here. Outer
  /// frames do not change.
  void set(mlir::Value value, RuntimeValue runtime) {
    values[value] = std::move(runtime);
  }
  /// Returns the value here or in an outer frame; null if it is not defined
  /// (yet). The pointer is valid until the next `set` of its frame.
  const RuntimeValue *find(mlir::Value value) const;
  /// Like `find`, for a value that must be defined.
  const RuntimeValue &get(mlir::Value value) const;
  /// Returns all values of `range`, each of which must be defined.
  RuntimeValues get(mlir::ValueRange range) const;

private:
  InterpreterOptions options;
  unsigned depth;
  const Frame *outer = nullptr;
  llvm::DenseMap<mlir::Value, RuntimeValue> values;
};

/// Evaluates one op on `operands`, one per operand, and returns one value per
/// result. Values that its regions capture are read from `frame`. Fails with a
/// diagnostic at the op if the interpreter has no evaluation of it or its
/// operands have no result (a division by zero).
llvm::FailureOr<RuntimeValues> evaluateOp(mlir::Operation *op,
                                          llvm::ArrayRef<RuntimeValue> operands,
                                          Frame &frame);

/// Evaluates the ops of a block, stores their results in `frame` and returns
/// the operands of the terminator. Block arguments must be in the frame. Fails
/// with a diagnostic at the first op that fails or has an unsupported or too
/// large result type.
llvm::FailureOr<RuntimeValues> evaluateBlock(mlir::Block &block, Frame &frame);

/// Calls a function on tensors and scalars, one per argument, and returns one
/// value per result, all of the types for the whole step (getStepType). Fails
/// with a diagnostic if the function has no body or several blocks, `depth`,
/// the calls around it, is above 64, or an op fails.
llvm::FailureOr<RuntimeValues>
evaluateFunction(mlir::func::FuncOp function,
                 llvm::ArrayRef<RuntimeValue> arguments,
                 InterpreterOptions options = {}, unsigned depth = 0);

} // namespace sbp

#endif // SBP_INTERPRETER_INTERPRETER_H
