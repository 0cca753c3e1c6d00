// VerifyPhase.h: what must hold at each level
#ifndef SBP_LIB_TRANSFORMS_VERIFY_VERIFYPHASE_H
#define SBP_LIB_TRANSFORMS_VERIFY_VERIFYPHASE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "sbp/Analysis/Boxing/BoxingPlans.h"

namespace sbp {

/// Every op on tensors says how it may be distributed and reads what exists.
mlir::LogicalResult verifyModel(mlir::ModuleOp module);
/// No undefined elements, no constant positions outside of a table.
mlir::LogicalResult verifyReads(mlir::Operation &op);
/// What an op overwrites in place is read in front of it, and stored as the op
/// can take it.
mlir::LogicalResult verifyUpdates(mlir::func::FuncOp function);
/// Every op carries one of its sound signatures; what an op reads is produced
/// in a distribution it accepts; communications are numbered in program order.
mlir::LogicalResult verifyDistributed(mlir::ModuleOp module,
                                      BoxingPlans &plans);
/// Every class takes part in exactly its communications, in the one sequence,
/// with pieces of the right shape; parameters have the values they stand for;
/// what moves arrives once.
mlir::LogicalResult verifyLocal(mlir::ModuleOp module);
/// One writer per register and state; launch lists come to their end; ranges
/// live at the same time do not overlap.
mlir::LogicalResult verifyTasks(mlir::ModuleOp module);

/// Parameters of a class have the values they stand for on each of its ranks.
mlir::LogicalResult verifyParameters(mlir::Operation *op,
                                     llvm::ArrayRef<int64_t> ranks,
                                     mlir::ArrayAttr parameters,
                                     mlir::ArrayAttr bindings);
/// What moves arrives once, complete, and no partial value counts twice.
mlir::LogicalResult verifyCommunications(mlir::ModuleOp module);
/// The communications of `entry` in which one of `ranks` takes part, in their
/// sequence.
llvm::SmallVector<CommunicationOp>
getExpectedSequence(mlir::ModuleOp module, mlir::FlatSymbolRefAttr entry,
                    llvm::ArrayRef<int64_t> ranks);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_VERIFY_VERIFYPHASE_H
