// Interpreter.h: the reference interpreter, level 0
//
// Evaluates functions on tensors with plain loops: the oracle for everything
// after it. What an op does is looked up in tables (ScalarTable.h, OpTable.h);
// structured linalg ops are all one loop nest over their maps and body.
//
// Where MLIR leaves a result open this interpreter decides: integers wrap;
// division by zero is an error; an index out of range is the nearest one; a
// shift by the width or more gives 0 (or the sign); float to integer saturates,
// NaN gives 0.
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

/// What ops did, held against what they state (SBPOpInterface::getWork).
struct WorkCounts {
  int64_t operations = 0; ///< on elements, whatever they take
  /// Elements that a structured op read or wrote, each once.
  int64_t touchedBytes = 0;
  /// An op was worked out otherwise than kernels do it: nothing is counted.
  bool isOtherwise = false;
};

struct InterpreterOptions {
  /// Evaluate every float in f64, whatever its type says.
  bool float64 = false;
  /// A computed index that is outside is an error, not the nearest one.
  bool checkIndices = false;
  /// Not null: what is done is added there.
  WorkCounts *counts = nullptr;
};

/// A tensor (shared, never changed) or a scalar.
struct RuntimeValue {
  std::shared_ptr<const TensorValue> tensor;
  Scalar scalar = makeInteger(0);

  RuntimeValue() = default;
  RuntimeValue(Scalar scalar) : scalar(scalar) {}
  RuntimeValue(TensorValue value)
      : tensor(std::make_shared<const TensorValue>(std::move(value))) {}
  const TensorValue &operator*() const { return *tensor; }
  const TensorValue *operator->() const { return tensor.get(); }
};

using RuntimeValues = llvm::SmallVector<RuntimeValue>;

/// The values known while a block runs.
class Frame {
public:
  explicit Frame(InterpreterOptions options, unsigned depth = 0)
      : options(options), depth(depth) {}
  /// Sees the values of `outer` too, which must outlive it.
  explicit Frame(const Frame *outer)
      : options(outer->options), depth(outer->depth), outer(outer) {}
  const InterpreterOptions &getOptions() const { return options; }
  unsigned getDepth() const { return depth; }
  void set(mlir::Value value, RuntimeValue runtime) {
    values[value] = std::move(runtime);
  }
  /// Null where the value is not known (yet).
  const RuntimeValue *find(mlir::Value value) const;
  const RuntimeValue &get(mlir::Value value) const;
  RuntimeValues get(mlir::ValueRange range) const;

private:
  InterpreterOptions options;
  unsigned depth;
  const Frame *outer = nullptr;
  llvm::DenseMap<mlir::Value, RuntimeValue> values;
};

/// Evaluates one op; errors are diagnostics at its location. `frame` serves
/// values that its regions capture.
llvm::FailureOr<RuntimeValues> evaluateOp(mlir::Operation *op,
                                          llvm::ArrayRef<RuntimeValue> operands,
                                          Frame &frame);

/// Runs the ops of a block; gives the operands of its terminator. Block
/// arguments must be in the frame.
llvm::FailureOr<RuntimeValues> evaluateBlock(mlir::Block &block, Frame &frame);

/// Calls a function whose arguments are tensors or scalars.
llvm::FailureOr<RuntimeValues>
evaluateFunction(mlir::func::FuncOp function,
                 llvm::ArrayRef<RuntimeValue> arguments,
                 InterpreterOptions options = {}, unsigned depth = 0);

} // namespace sbp

#endif // SBP_INTERPRETER_INTERPRETER_H
