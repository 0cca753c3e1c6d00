// MicroBatchRun.h: functions that are cut over time, level 0
#ifndef SBP_LIB_INTERPRETER_MICROBATCHRUN_H
#define SBP_LIB_INTERPRETER_MICROBATCHRUN_H

#include "sbp/Interpreter/MicroBatches.h"

namespace sbp {

/// Evaluates one op of a function, whose operands are in `frame`, and stores
/// its results there. Fails with a diagnostic at the op if a result type is
/// unsupported or too large, or the evaluation fails.
llvm::LogicalResult evaluateInto(mlir::Operation *op, Frame &frame);

/// Calls a function that is cut over time on values of the whole step, one per
/// argument, and returns such results; fails as evaluateInto does at an op of
/// it. `depth` counts the calls around it.
llvm::FailureOr<RuntimeValues>
evaluateMicroBatches(mlir::func::FuncOp function,
                     llvm::ArrayRef<RuntimeValue> arguments,
                     InterpreterOptions options, unsigned depth);

} // namespace sbp

#endif // SBP_LIB_INTERPRETER_MICROBATCHRUN_H
