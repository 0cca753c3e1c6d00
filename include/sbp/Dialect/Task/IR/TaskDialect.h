// TaskDialect.h: tasks, registers, launch lists
#ifndef SBP_DIALECT_TASK_IR_TASKDIALECT_H
#define SBP_DIALECT_TASK_IR_TASKDIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/RegionKindInterface.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"

#include "sbp/Dialect/Task/IR/TaskDialect.h.inc"
#include "sbp/Dialect/Task/IR/TaskInterfaces.h.inc"
#define GET_TYPEDEF_CLASSES
#include "sbp/Dialect/Task/IR/TaskTypes.h.inc"
#define GET_OP_CLASSES
#include "sbp/Dialect/Task/IR/TaskOps.h.inc"

namespace sbp::task {

/// Attribute of an entry: its communications as [name, micro-batch], in the one
/// order of which every launch list is a projection.
inline constexpr llvm::StringLiteral kOrderAttr = "sbp.order";

/// Attribute of a task of a training step, an i64: bit p is set where the task
/// has ops of phase p (StepPhase). For reports; absent where no op has a phase.
inline constexpr llvm::StringLiteral kPhasesAttr = "task.phases";

/// Returns the register whose storage `value`, a register, uses: itself, or the
/// end of its chain of aliases.
mlir::Value getStorage(mlir::Value value);

/// Returns the bytes of one copy of `value`, which must have a register type of
/// static shape; an i1 element takes one byte.
int64_t getRegisterBytes(mlir::Value value);

} // namespace sbp::task

#endif // SBP_DIALECT_TASK_IR_TASKDIALECT_H
