// VerifyPhase.h: the invariants of each level
#ifndef SBP_LIB_TRANSFORMS_VERIFY_VERIFYPHASE_H
#define SBP_LIB_TRANSFORMS_VERIFY_VERIFYPHASE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "sbp/Analysis/Boxing/BoxingPlans.h"

namespace sbp {

/// Checks level 0: every op on tensors has a rule, reads are defined, no op of
/// level 1 is there, and verifyReads and verifyUpdates hold. Like all functions
/// of this file that return a LogicalResult, it changes no IR, and it emits an
/// error at the first fault and fails.
mlir::LogicalResult verifyModel(mlir::ModuleOp module);
/// Checks that constant positions lie inside of their tables. Succeeds for an
/// op without positions.
mlir::LogicalResult verifyReads(mlir::Operation &op);
/// Checks that states which an op overwrites in place are read only before it
/// and stored in a distribution that it accepts, and that their new values are
/// only returned. Overwritten operands that are no states are left out.
mlir::LogicalResult verifyUpdates(mlir::func::FuncOp function);
/// Checks level 1: every op carries one of its sound signatures, operands have
/// a distribution that it accepts, scalars are read where they are computed,
/// communications are numbered in program order, verifyTime holds. Plans that
/// are not in `plans` yet are added to it; a boxing without one is a fault.
mlir::LogicalResult verifyDistributed(mlir::ModuleOp module,
                                      BoxingPlans &plans);
/// Checks level 1 on the axis of time: values of the whole step enter
/// micro-batches, values of micro-batches leave them, and ports are what they
/// return. An entry without micro-batches has no op of that axis.
mlir::LogicalResult verifyTime(mlir::func::FuncOp entry);
/// Checks level 2: every class takes part in exactly its communications, in the
/// one sequence and with pieces of the right shape; parameters have their
/// values; transfers deliver every element once.
mlir::LogicalResult verifyLocal(mlir::ModuleOp module);
/// Checks level 3: registers and states have one writer, launch lists
/// terminate, each class has one task per communication of its ranks, streams
/// launch them in one order, and registers that are live at the same time do
/// not overlap, if they have offsets. Parameters and transfers are checked as
/// at level 2.
mlir::LogicalResult verifyTasks(mlir::ModuleOp module);

/// Checks that each element of `parameters` is an OffsetAttr, and that its list
/// in `bindings` has the offset of every rank of the class, in the order of
/// `ranks`. Errors are emitted at `op`, from which placements are looked up.
mlir::LogicalResult verifyParameters(mlir::Operation *op,
                                     llvm::ArrayRef<int64_t> ranks,
                                     mlir::ArrayAttr parameters,
                                     mlir::ArrayAttr bindings);
/// Checks that the transfers of every communication are complete and count no
/// partial value twice. Equal communications are proved once per context.
mlir::LogicalResult verifyCommunications(mlir::ModuleOp module);
/// Returns the communications of `entry` in which one of `ranks` takes part, in
/// the order of their numbers; empty if there is none.
llvm::SmallVector<CommunicationOp>
getExpectedSequence(mlir::ModuleOp module, mlir::FlatSymbolRefAttr entry,
                    llvm::ArrayRef<int64_t> ranks);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_VERIFY_VERIFYPHASE_H
