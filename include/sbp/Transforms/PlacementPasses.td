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

def CutTimePass : Pass<"sbp-cut-time", "::mlir::ModuleOp"> {
  let summary = "cuts a step into micro-batches";
  let description = [{
    Before: level 0, placed by sbp-place-operations. After: an entry with `sbp.microbatches = m` above 1 has `sbp.time = m`, and
    its values are those of one micro-batch, as their arguments with `sbp.microbatch = d` and their results with it are: ports
    have the type of one micro-batch. Time is an axis of m positions: what each op makes of cut values follows from its own
    signatures, in one pass forwards. A value that is partial in time is accumulated where it is made (`sbp.leave_time`), one
    that an op reads whole once a step is collected; a whole value that micro-batches read enters them (`sbp.enter_time`) on
    the placement of its readers. Ops are ordered by sweeps over the micro-batches (TimeAxis.h). A whole value that every
    micro-batch reads, although it depends on a state and on all of them, is an error. Distributes nothing. Example:
    test/Transforms/Time/cut-time.mlir.
  }];
  let dependentDialects = ["::sbp::SBPDialect", "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"];
}

#endif // SBP_PLACEMENT_PASSES
