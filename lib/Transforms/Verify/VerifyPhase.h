// VerifyPhase.h: the invariants of each level
#ifndef SBP_LIB_TRANSFORMS_VERIFY_VERIFYPHASE_H
#define SBP_LIB_TRANSFORMS_VERIFY_VERIFYPHASE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "sbp/Analysis/Boxing/BoxingPlans.h"

namespace sbp {

/// Checks level 0: every op on tensors has a rule, and reads are defined.
mlir::LogicalResult verifyModel(mlir::ModuleOp module);
/// Checks that constant positions lie inside of their tables.
mlir::LogicalResult verifyReads(mlir::Operation &op);
/// Checks that operands which an op overwrites in place are read only before it
/// and stored in a distribution that it accepts.
mlir::LogicalResult verifyUpdates(mlir::func::FuncOp function);
/// Checks level 1: every op carries one of its sound signatures, operands have
/// a distribution that it accepts, communications are numbered in program
/// order.
mlir::LogicalResult verifyDistributed(mlir::ModuleOp module,
                                      BoxingPlans &plans);
/// Checks level 1 on the axis of time: values of the whole step enter
/// micro-batches, values of micro-batches leave them, and ports are what they
/// return.
mlir::LogicalResult verifyTime(mlir::func::FuncOp entry);
/// Checks level 2: every class takes part in exactly its communications, in the
/// one sequence and with pieces of the right shape; parameters have their
/// values; transfers deliver every element once.
mlir::LogicalResult verifyLocal(mlir::ModuleOp module);
/// Checks level 3: registers and states have one writer, launch lists
/// terminate, and registers that are live at the same time do not overlap.
mlir::LogicalResult verifyTasks(mlir::ModuleOp module);

/// Checks the values of a class's parameters on each of its ranks.
mlir::LogicalResult verifyParameters(mlir::Operation *op,
                                     llvm::ArrayRef<int64_t> ranks,
                                     mlir::ArrayAttr parameters,
                                     mlir::ArrayAttr bindings);
/// Checks that transfers are complete and count no partial value twice.
mlir::LogicalResult verifyCommunications(mlir::ModuleOp module);
/// Returns the communications of `entry` in which one of `ranks` takes part, in
/// sequence.
llvm::SmallVector<CommunicationOp>
getExpectedSequence(mlir::ModuleOp module, mlir::FlatSymbolRefAttr entry,
                    llvm::ArrayRef<int64_t> ranks);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_VERIFY_VERIFYPHASE_H
