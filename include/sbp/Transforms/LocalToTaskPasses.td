// LocalToTaskPasses.td: the conversion of local programs to task graphs
#ifndef SBP_LOCAL_TO_TASK_PASSES
#define SBP_LOCAL_TO_TASK_PASSES

include "mlir/Pass/PassBase.td"

def ConvertLocalToTaskPass : Pass<"sbp-convert-local-to-task", "::mlir::ModuleOp"> {
  let summary = "turns local programs into task graphs (level 2 to level 3)";
  let description = [{
    Before: level 2. After: level 3 without scratch, launch lists and offsets: per class a `task.graph`; the ops between two
    communications are one `task.compute`, whose region is a private function that equal regions share; every value that
    crosses a boundary is a register, states are updated in place. Long sequences without communication are several regions:
    a region ends where layers repeat, or before it exceeds 256 ops, at the position where the fewest bytes are live, and never
    between the op that computes the next value of a state and the last reader of the old value. Examples:
    test/Conversion/LocalToTask/local-to-task.mlir, region-cuts.test.
  }];
  let dependentDialects = ["::sbp::task::TaskDialect"];
}

#endif // SBP_LOCAL_TO_TASK_PASSES
