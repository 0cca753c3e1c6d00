// SchedulingPasses.td: passes that prepare kernels, order tasks and plan memory
#ifndef SBP_SCHEDULING_PASSES
#define SBP_SCHEDULING_PASSES

include "mlir/Pass/PassBase.td"

def PrepareKernelsPass : Pass<"sbp-prepare-kernels", "::mlir::ModuleOp"> {
  let summary = "prepares each kernel on its target";
  let description = [{
    Before: task graphs. After: every `task.compute` has the scratch register, the in-place pairs and the duration
    that the target reports for its kernel; a state that the kernel cannot update in place is copied after it. Where the target
    keeps results between steps, kernels have `sbp.fixed` on arguments that no step writes, and tasks have persistent bytes.
    Plans nothing else.
    Example: test/Transforms/Scheduling/prepare-kernels.mlir.
  }];
  let dependentDialects = ["::sbp::task::TaskDialect"];
}

def ScheduleTasksPass : Pass<"sbp-schedule-tasks", "::mlir::ModuleOp"> {
  let summary = "writes the launch lists";
  let description = [{
    Before: task graphs. After: every graph has its launch list: all classes of an entry are simulated together in virtual
    time, oldest micro-batch first, and each class's list is the order in which its tasks started; communications have one total
    order, which the entry carries as `sbp.order`. With two `streams` communications have a list of their own, with three local
    copies too; data dependences order them. Tasks of stages run in the order of the schedule that the entry's `sbp.schedule`
    names, 1f1b without it (greedy where the stages are no chain), and registers of every micro-batch get as many copies as
    the lists need. Example: test/Transforms/Scheduling/schedule-tasks.mlir.
  }];
  let options = [Option<"streams", "streams", "unsigned", "1", "launch lists of a graph: 1, 2 or 3">,
                 ListOption<"credits", "credits", "int64_t", "micro-batches in flight per rank of the pipeline">,
                 Option<"explain", "explain", "bool", "false", "emit a remark on each schedule">];
  let dependentDialects = ["::sbp::task::TaskDialect"];
}

def PlanMemoryPass : Pass<"sbp-plan-memory", "::mlir::ModuleOp"> {
  let summary = "assigns every register an offset in the arena";
  let description = [{
    Before: launch lists. After: every register that owns storage has an offset, a multiple of 256; registers live at the
    same time do not overlap. Several packing orders are tried and the best is kept; the graph carries the size of its arena
    and the lower bound (peak of live bytes). Example: test/Transforms/Scheduling/plan-memory.mlir.
  }];
  let dependentDialects = ["::sbp::task::TaskDialect"];
}

#endif // SBP_SCHEDULING_PASSES
