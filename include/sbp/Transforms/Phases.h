// Phases.h: the phase of every op of a training step
#ifndef SBP_TRANSFORMS_PHASES_H
#define SBP_TRANSFORMS_PHASES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Dialect/SBP/IR/StepPhases.h"
#include "llvm/ADT/DenseMap.h"

namespace sbp {

/// Returns the phases of the ops of `function`; an op that is not in the map is
/// forward. Ops that carry `sbp.phase` keep it. Where some are backward
/// (gradients were derived), an op that depends on one that is not forward is
/// part of the update, and the rest is forward. Else, if the function updates a
/// state, forward is what a result that is no state depends on, the update is
/// what reaches only next states, through elementwise ops, and the rest is
/// backward.
/// A constrain that carries no phase is in the earliest one of the ops that
/// read it, the update where only the return does. Changes nothing.
llvm::DenseMap<mlir::Operation *, StepPhase>
findPhases(mlir::func::FuncOp function);

/// Returns the last op of forward, of those with tensors, that an op of
/// backward reads, boxings in between included: what is made until then and
/// read later is kept for backward. Null without backward. Ops of `function`
/// carry their phases.
mlir::Operation *findForwardEnd(mlir::func::FuncOp function);

} // namespace sbp

#endif // SBP_TRANSFORMS_PHASES_H
