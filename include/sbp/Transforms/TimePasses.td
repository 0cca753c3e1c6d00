// TimePasses.td: passes that cut a step into micro-batches
#ifndef SBP_TIME_PASSES
#define SBP_TIME_PASSES

include "mlir/Pass/PassBase.td"

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

#endif // SBP_TIME_PASSES
