// PlacementPasses.td: passes that assign ops to placements, phases and micro-batches
#ifndef SBP_PLACEMENT_PASSES
#define SBP_PLACEMENT_PASSES

include "mlir/Pass/PassBase.td"

def PlaceOperationsPass : Pass<"sbp-place-operations", "::mlir::ModuleOp"> {
  let summary = "assigns a placement to every op";
  let description = [{
    Before: a normalised model. After: every op on tensors carries `sbp.placement = @p`; ops without tensor operands have
    one user each (they are cloned); a module without placements has one of one rank. The first rule that applies: the
    annotation of its result, if none of its operands is placed; the placement of a state, for the ops that compute its next value from it;
    in a backward pass that came with the model, the placement by which the fewest bytes cross between stages, the later one of equal ones;
    the placement of its placed operands, the one declared last if there are several; else the placement of its first user.
    Moves no data and chooses no distribution. Example: test/Transforms/Placement/place-operations.mlir.
  }];
  let dependentDialects = ["::sbp::SBPDialect"];
}

def AssignPhasesPass : Pass<"sbp-assign-phases", "::mlir::func::FuncOp"> {
  let summary = "notes which ops are backward and which are the update";
  let description = [{
    Before: a placed model. After: `sbp.phase = 1` on ops of the backward pass and `sbp.phase = 2` on ops of the update; ops without
    are forward. Derived adjoints and expanded optimizers have theirs already. In a function that came differentiated, forward is
    what a result that is no state depends on, and the update is what reaches next states alone, elementwise. Selection boxes
    values that depend on states alone once per phase. Changes nothing else. Example: test/Transforms/Placement/assign-phases.mlir.
  }];
  let dependentDialects = ["::sbp::SBPDialect"];
}

#endif // SBP_PLACEMENT_PASSES
