// BoxingPasses.td: passes that plan and explain changes of distribution
#ifndef SBP_BOXING_PASSES
#define SBP_BOXING_PASSES

include "mlir/Pass/PassBase.td"

def PlanBoxingsPass : Pass<"sbp-plan-boxings", "::mlir::ModuleOp"> {
  let summary = "plans every boxing and numbers the communications";
  let description = [{
    Before: level 1. After: every `sbp.boxing` has a plan that the symbolic executor has checked; one that communicates
    carries `sequence`, its first number in the one order of communication of its entry (one number per communicating
    step). Changes no value and inserts no communication. Example: test/Transforms/Boxing/plan-boxings.mlir.
  }];
  let dependentDialects = ["::sbp::SBPDialect"];
}

def ExplainBoxingsPass : Pass<"sbp-explain-boxings", "::mlir::ModuleOp"> {
  let summary = "explains every boxing, and warns of gathers that no annotation requests";
  let description = [{
    Before: level 1, boxings planned. Changes nothing. Emits a warning per boxing that gathers a split tensor on every rank
    only because its reader cannot read it split; and one, at the largest, for all gathers that were chosen without an
    annotation that requests them, if they move 64 kB per step or more (gathers of states do not count). With `remarks`, a
    remark per boxing that is not a no-op: value, ends, steps, bytes, bound and reason, with notes at the reader and on how to
    avoid it. Repeated layers warn once.
    Example: test/Transforms/Boxing/explain-boxings.mlir.
  }];
  let options = [Option<"remarks", "remarks", "bool", "false", "emit a remark per boxing">];
}

#endif // SBP_BOXING_PASSES
