// Passes.td: all passes, in running order
#ifndef SBP_TRANSFORMS_PASSES
#define SBP_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// Import
//===----------------------------------------------------------------------===//

def FoldCastsPass : Pass<"sbp-fold-casts", "::mlir::func::FuncOp"> {
  let summary = "casts that hide a known size are folded into the ops that read them";
  let description = [{
    Before: any function. After: no tensor.concat reads a tensor.cast of a tensor of static shape, and no cast of such a cast
    gives the type of the first tensor. Other ops that read dynamic shapes are left for sbp-check-model to refuse. Example:
    test/Transforms/Import/fold-casts.mlir.
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def AddTrainingPass : Pass<"sbp-add-training", "::mlir::ModuleOp"> {
  let summary = "writes an entry that trains, beside one that returns a loss";
  let description = [{
    Before: a model as a user writes it. After: an entry `train` over the same states: the ops of the entry, `nn.gradient` by all
    parameters, `nn.clip_by_global_norm` and one optimizer op per parameter, whose states are states of the module that begin
    with zeros. Parameters are the float arguments that `data` does not name; they become states of all entries. With `zero` the
    states of the optimizer (1), also the gradients (2), also the parameters (3) are split over an axis in dimension 0. The learning rate is the
    input `learning_rate`, or `rate`. With `micro-batches` the step is cut along dimension 0 of all data that has dimensions and names no
    other with `sbp.microbatch`; `schedule` becomes its `sbp.schedule`. No part of the import. Example: test/Transforms/Differentiation/add-training.mlir.
  }];
  let options = [Option<"loss", "loss", "std::string", "\"loss\"", "the result to minimise">,
                 ListOption<"data", "data", "std::string", "names of the arguments that are no parameters">,
                 Option<"entry", "entry", "std::string", "\"\"", "the entry, where there are several">,
                 Option<"optimizer", "optimizer", "std::string", "\"adamw\"", "adam, adamw or sgd">,
                 Option<"rate", "rate", "double", "0", "a constant learning rate; 0: an input">,
                 Option<"weightDecay", "weight-decay", "double", "0", "of the optimizer">,
                 Option<"momentum", "momentum", "double", "0", "of sgd">,
                 Option<"clip", "clip", "double", "0", "largest global norm of the gradients; 0: any">,
                 Option<"zero", "zero", "std::string", "\"\"", "STAGE:AXIS, as 1:dp">,
                 Option<"microBatches", "micro-batches", "int64_t", "1", "number of micro-batches of a step">,
                 Option<"schedule", "schedule", "std::string", "\"\"", "order of the stages, such as 1f1b">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::sbp::nn::NNDialect"];
}

def CheckModelPass : Pass<"sbp-check-model", "::mlir::ModuleOp"> {
  let summary = "refuses what the input language does not have";
  let description = [{
    Before: any module. After: entries take and give ranked static tensors of the element types we compute with, every
    function has one block and a body, no call is recursive, the entries agree on their states, and the result of a state
    has the distribution of its argument. Changes nothing else. Example: test/Transforms/Import/check-model.mlir.
  }];
}

def InlineCallsPass : Pass<"sbp-inline-calls", "::mlir::ModuleOp"> {
  let summary = "private functions are inlined into the entries";
  let description = [{
    Before: a checked module. After: no calls and no private functions. Ops keep their location under that of the call; where
    an entry calls a function more than once, the ops of its n-th call carry `sbp.layer = n` (counted from 0; of nested
    repeats the outermost counts). Example: test/Transforms/Import/inline-calls.mlir.
  }];
}

def ElementwiseToLinalgPass : Pass<"sbp-elementwise-to-linalg", "::mlir::func::FuncOp"> {
  let summary = "arith and math on tensors become linalg.generic";
  let description = [{
    Before: elementwise ops of any dialect on tensors. After: none but constants. The inits are not yet dead ones' (see
    sbp-isolate-sources). Example: test/Transforms/Import/elementwise-to-linalg.mlir.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"];
}

def FoldConstantsPass : Pass<"sbp-fold-constants", "::mlir::func::FuncOp"> {
  let summary = "splats and counting tensors become scalars in bodies, casts of constants are computed";
  let description = [{
    Before: elementwise ops in linalg. After: no elementwise generic reads a splat, a fill of a constant or an iota (it counts
    with linalg.index itself), a body that gives a constant is a fill, conversions between float types of constants are
    rounded once to nearest even, comparisons of a loop index with its bounds are decided, unused operands and results of
    generics are gone. Examples: test/Transforms/Import/fold-constants.mlir, fold-indices.mlir.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"];
}

def RaiseCapturesPass : Pass<"sbp-raise-captures", "::mlir::func::FuncOp"> {
  let summary = "tensors read inside a body become operands, nn.gather or tensor.concat";
  let description = [{
    Before: bodies of linalg.generic as importers write them, constants and counting tensors folded. After: no body reads a tensor that is not an operand.
    An extract at loop indices becomes an operand, one with a computed index `nn.gather`, a chain of conditions on one loop
    index (JAX's concatenate) `tensor.concat`; anything else is an error. A reduction of (value, index) that keeps the first
    maximum (JAX's argmax) becomes `nn.argmax`: nothing else could split it. `cf.assert` is dropped: indices are checked at run time.
    Example: test/Transforms/Import/raise-captures.mlir.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect", "::sbp::nn::NNDialect"];
}

def FoldLayoutsPass : Pass<"sbp-fold-layouts", "::mlir::func::FuncOp"> {
  let summary = "reshapes, transposes and broadcasts are folded into the ops around them";
  let description = [{
    A merged dimension hides a split: heads over "tp" inside batch x heads. After this pass reshapes that merge parallel
    dimensions have moved below the linalg ops that read them, where they meet the reshape that splits the dimension again;
    transposes are part of the maps of contractions, broadcasts of those of their readers. Dimensions a contraction sums
    over are not split, nor those of weights. Example: test/Transforms/Import/fold-layouts.mlir.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"];
}

def RaiseMasksPass : Pass<"sbp-raise-masks", "::mlir::func::FuncOp"> {
  let summary = "masks of attention that are computed from positions become its structure";
  let description = [{
    Before: counting tensors are loop indices of the bodies that read them. After: an `nn.attention` whose mask hides keys by the
    distance between query and key alone is `causal`, has a `window`, or both, and a mask that does nothing else is gone. The mask
    may come from comparisons, absolute values, extremes, boolean ops and arithmetic on literals; it hides by -inf, or by a number so
    low that no weight is left. Where it depends on other values too, the window is the one that all their values have in
    common. A mask that hides all keys of a query by a finite number stays: its rows are no NaN. Examples: test/Transforms/Import/raise-masks.mlir,
    masks-that-stay.mlir.
  }];
  let dependentDialects = ["::sbp::nn::NNDialect"];
}

def RaiseRowSumsPass : Pass<"sbp-raise-row-sums", "::mlir::func::FuncOp"> {
  let summary = "rows that are gathered to be summed become ops of memory_layer";
  let description = [{
    Before: layouts are folded into the contractions that read them. After: a gather of rows that only contractions read, each a
    weighted sum of them or their products with what stands outside, is `memory_layer.bag` and `memory_layer.row_dot`, and an
    outer product that is added to rows `memory_layer.add_outer`: nothing of [tokens x slots x width] is left. Constants that
    scale a product, and its negation, go to the scores. A gather with any other reader stays, and with `explain` a remark says so.
    Examples: test/Transforms/Import/raise-row-sums.mlir, scaled-rows.mlir, rows-that-stay.mlir.
  }];
  let options = [Option<"explain", "explain", "bool", "false", "a remark where rows stay, and why">];
  let dependentDialects = ["::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect", "::sbp::memory_layer::MemoryLayerDialect"];
}

def DifferentiatePass : Pass<"sbp-differentiate", "::mlir::ModuleOp"> {
  let summary = "nn.gradient becomes the ops that compute it";
  let description = [{
    Before: rows are raised, so that ops of nn and memory_layer stand in the forward pass. After: no `nn.gradient` and no
    `nn.stop_gradient`. Every cotangent is computed by ops of linalg, tensor, nn and memory_layer behind the forward pass, with the
    location `adjoint of` the primal op and its `sbp.layer`. In a module of several placements an adjoint carries the
    `sbp.placement` on which its primal op runs. Cotangents of one value are summed by one op in program order. An op on the
    way without a derivative is an error with the path as notes. Example: test/Transforms/Differentiation/differentiate.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ExpandOptimizersPass : Pass<"sbp-expand-optimizers", "::mlir::ModuleOp"> {
  let summary = "optimizers become elementwise ops where their states are stored";
  let description = [{
    Before: gradients are derived. After: no `nn.sgd`, `nn.adam` or `nn.clip_by_global_norm`. An update reads weight and gradient in
    the distribution in which the states of the optimizer are stored, so that a partial gradient is reduced into the pieces of
    the states, and runs where they are. Example: test/Transforms/Differentiation/expand-optimizers.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
                           "::mlir::tensor::TensorDialect"];
}

def IsolateSourcesPass : Pass<"sbp-isolate-sources", "::mlir::func::FuncOp"> {
  let summary = "operand-free ops get one user each, dead inits become tensor.empty";
  let description = [{
    After: every tensor.empty, constant, fill of a constant and generic without inputs has one use, so that each can take the
    distribution its reader needs; an init whose value is not read is a tensor.empty; scalar constants of a body stand in it.
    Nothing may merge ops after this pass. Example: test/Transforms/Import/isolate-sources.mlir.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"];
}

def CheckInputsPass : Pass<"sbp-check-inputs", "::mlir::func::FuncOp"> {
  let summary = "an input of positions has a value that is taken";
  let description = [{
    Refuses an input whose elements are positions in a tensor that has none: positions of an input are checked, so that no run could
    begin. (A computed one counts as the nearest.) Example: test/Transforms/Import/check-inputs.mlir.
  }];
}

//===----------------------------------------------------------------------===//
// Placement
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Distribution
//===----------------------------------------------------------------------===//

def SelectDistributionsPass : Pass<"sbp-select-distributions", "::mlir::ModuleOp"> {
  let summary = "chooses the distribution of every value (level 0 to level 1)";
  let description = [{
    Before: level 0, placed by sbp-place-operations. After: level 1: every op carries `sbp.signature`, arguments and
    results `sbp.distribution`, and a `sbp.boxing` converts wherever a producer's distribution is not what a consumer reads;
    `sbp.constrain` is gone. What users fix stays fixed; the rest minimises the cost that the rates below state, over all
    ops and axes jointly. Cost, lower bound and gap are left on the module as `sbp.selection`.
    With `memory-limit` the choice is the cheapest whose estimated memory never exceeds it, else the smallest that was found;
    `peak_bytes` is then recorded with the cost. The choice without a limit is tried first.
    With `strict` nothing is chosen: distributions propagate forwards only, and an open choice is an error.
    Plans no communication. Example: test/Transforms/Distribution/select-distributions.mlir.
  }];
  let options = [
    Option<"strict", "strict", "bool", "false", "propagate annotations forwards; an open choice is an error">,
    Option<"perFlop", "per-flop", "double", "1.0 / 2200", "cost of a floating-point operation, in bytes moved">,
    Option<"perDuplicateFlop", "per-duplicate-flop", "double", "0.1", "cost of an operation that another rank executes too, in bytes moved">,
    Option<"perTrafficByte", "per-traffic-byte", "double", "0.094", "cost of a byte of memory traffic, in bytes moved">,
    Option<"perStoredByte", "per-stored-byte", "double", "0.05", "price of a stored byte of a parameter, in bytes moved">,
    Option<"perBoxing", "per-boxing", "double", "500000", "cost of a boxing that communicates, per rank, in bytes moved">,
    Option<"explain", "explain", "bool", "false", "emit a remark per op (chosen, runner-up) and per annotation that costs traffic">,
    Option<"memoryLimit", "memory-limit", "int64_t", "0", "limit on the estimated bytes of a rank (0: no limit)">,
    Option<"freeBound", "free-bound", "double", "-1", "lower bound on the cost in seconds; set if the choice without a limit is known not to fit">,
    Option<"threads", "threads", "unsigned", "0", "threads of the solver; the choice does not depend on them (0: one per core, at most eight)">,
    Option<"printRates", "print-rates", "bool", "false", "print the table of rates to stderr">,
  ];
  let dependentDialects = ["::sbp::SBPDialect"];
}

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

def ConvertNNToLinalgPass : Pass<"sbp-convert-nn-to-linalg"> {
  let summary = "writes the ops of nn in linalg and tensor";
  let description = [{
    Before: level 2 or below, where values are local. After: no op of `nn`. A lowered op may read tensors that are not its
    operands, so it has no rule any more. Distributes nothing. Example: test/Conversion/NNToLinalg/gather.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"];
}

//===----------------------------------------------------------------------===//
// Boxing
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Partition
//===----------------------------------------------------------------------===//

def PartitionPass : Pass<"sbp-partition", "::mlir::ModuleOp"> {
  let summary = "splits entries into one local program per class of ranks (level 1 to level 2)";
  let description = [{
    Before: level 1, boxings planned. After: level 2: an entry is a declaration; ranks whose programs coincide in all shapes
    and roles share one `sbp.local_program` on local shapes, with an `index` parameter for each value that differs between
    them; each communication is one `sbp.communication`, in which every class takes part by `sbp.communicate`, in the same
    sequence. Optimises nothing. Example: test/Transforms/Partition/partition.mlir.
  }];
  let dependentDialects = ["::sbp::SBPDialect", "::mlir::func::FuncDialect", "::mlir::tensor::TensorDialect",
                           "::mlir::linalg::LinalgDialect", "::mlir::arith::ArithDialect"];
}

//===----------------------------------------------------------------------===//
// LocalToTask
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Scheduling
//===----------------------------------------------------------------------===//

def PrepareKernelsPass : Pass<"sbp-prepare-kernels", "::mlir::ModuleOp"> {
  let summary = "prepares each kernel on its target";
  let description = [{
    Before: task graphs. After: every `task.compute` has the scratch register, the in-place pairs and the duration
    that the target reports for its kernel; a state that the kernel cannot update in place is copied after it. Plans nothing.
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

//===----------------------------------------------------------------------===//
// Reference: one-rank programs for comparison of results and of values that cross ranks
//===----------------------------------------------------------------------===//

def NumberOperationsPass : Pass<"sbp-number-operations", "::mlir::ModuleOp"> {
  let summary = "numbers the ops of a model, to find them in its copies";
  let description = [{
    Before: level 0, normalised. After: every op of an entry carries `sbp.number`, distinct in the module. Example:
    test/Transforms/Reference/number-operations.mlir.
  }];
  let dependentDialects = ["::sbp::SBPDialect"];
}

def ReturnBoxedValuesPass : Pass<"sbp-return-boxed-values", "::mlir::ModuleOp"> {
  let summary = "entries at level 1 return their boxed values";
  let description = [{
    Before: level 1 of a numbered model, boxings planned. After: values that cross between ranks are results too (`sbp.boundary`), in
    the form after their boxing; the module lists in `sbp.boundaries` which values of the model these are, and no op has a number.
    Values of ops that selection substituted are left out, because the model has no counterpart. Values that are results
    already are not added again. Example: test/Transforms/Reference/return-boxed-values.mlir.
  }];
  let dependentDialects = ["::sbp::SBPDialect"];
}

def ReturnBoundariesPass : Pass<"sbp-return-boundaries", "::mlir::ModuleOp"> {
  let summary = "entries at level 0 return the values that `sbp.boundaries` lists";
  let description = [{
    Before: a copy of the numbered model, with the list that sbp-return-boxed-values left. After: its entries return these values
    after their results, in the same order; list and numbers are gone. Example: test/Transforms/Reference/return-boundaries.mlir.
  }];
  let dependentDialects = ["::sbp::SBPDialect"];
}

def RemoveDistributionsPass : Pass<"sbp-remove-distributions", "::mlir::ModuleOp"> {
  let summary = "removes placements and annotations from a model";
  let description = [{
    Before: level 0. After: the same model for one rank: no placement, no `sbp.constrain`, no distribution of an argument or
    result. Example: test/Transforms/Reference/remove-distributions.mlir.
  }];
  let dependentDialects = ["::sbp::SBPDialect"];
}

def WidenFloatsPass : Pass<"sbp-widen-floats", "::mlir::ModuleOp"> {
  let summary = "every float becomes f64";
  let description = [{
    Before: level 0. After: the only float type is f64, in types, attributes and constants; casts between floats are gone.
    Example: test/Transforms/Reference/widen-floats.mlir.
  }];
}

def RecordPrecisionsPass : Pass<"sbp-record-precisions", "::mlir::func::FuncOp"> {
  let summary = "records the coarsest precision on the way to each result";
  let description = [{
    Before: level 0, normalised. After: every float result has `sbp.precision`, the coarsest float type that it passed through:
    an f32 sum of f16 products is as exact as f16, whatever its own type. States are followed into the next step. Example:
    test/Transforms/Reference/record-precisions.mlir.
  }];
  let dependentDialects = ["::sbp::SBPDialect"];
}

def ReturnPositionsPass : Pass<"sbp-return-positions", "::mlir::func::FuncOp"> {
  let summary = "entries return the positions that they compute";
  let description = [{
    Before: level 0, normalised. After: every computed position in a tensor is a result too (`sbp.boundary`), below its
    `sbp.index_bound`. Positions from inputs are checked by the runtime, constants at level 0. Example:
    test/Transforms/Reference/return-positions.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect", "::sbp::SBPDialect"];
}

//===----------------------------------------------------------------------===//
// Verify
//===----------------------------------------------------------------------===//

def VerifyPhasePass : Pass<"sbp-verify-phase", "::mlir::ModuleOp"> {
  let summary = "checks the invariants of a level";
  let description = [{
    `phase` is model, distributed, local or tasks; docs/Architecture.md lists the invariants of each level. Changes nothing.
    Example: test/Transforms/Verify/distributed.mlir.
  }];
  let options = [Option<"phase", "phase", "std::string", "\"distributed\"", "model, distributed, local or tasks">];
}

//===----------------------------------------------------------------------===//
// Inspect
//===----------------------------------------------------------------------===//

def PrintSignaturesPass : Pass<"sbp-print-signatures"> {
  let summary = "prints the signatures of each op, and the reasons for missing ones";
  let description = [{
    Before: level 0. Changes nothing. For every op on tensors: its sound signatures on one axis of `axis-size` ranks, one a
    line, operands in order (`-` a scalar, `_` an operand whose value does not matter), then the factors that cannot be split, each with
    its reason; or the reason why the op has no signature at all. Example: test/Dialect/SBP/signatures/contractions.mlir.
    With `counts`: how many there are on one axis and on two, and how many of them the choice of distributions may take.
    Example: test/Dialect/SBP/signatures/counts.mlir.
  }];
  let options = [
    Option<"axisSize", "axis-size", "int64_t", "2", "number of ranks on the axis">,
    Option<"counts", "counts", "bool", "false", "print how many signatures there are, not which">,
  ];
}

def CheckSignaturesPass : Pass<"sbp-check-signatures"> {
  let summary = "executes every signature of every op on random states";
  let description = [{
    Before: level 0. Changes nothing. For every op with rules and a tensor result, on each of `placements`: draws local
    states of the operands at random (uneven and empty shards, infinities, NaN), runs `buildLocal` on every rank and
    compares what the results' states describe with the op on whole values. An unsound signature is an error. Prints per op
    the number of signatures executed on each placement. Arguments may bound their integers: `{test.range = [0, 4]}`.
    `m4` stands for four micro-batches of equal size, whose number the built ops read as a value.
    Examples: test/Interpreter/check-signatures.mlir, check-micro-batches.test.
  }];
  let options = [
    Option<"seed", "seed", "uint64_t", "1", "seed of the random elements">,
    ListOption<"placements", "placements", "std::string", "axis sizes such as 2x3; default 2,3,4,2x2,2x3">,
  ];
}

def CheckWorkPass : Pass<"sbp-check-work"> {
  let summary = "compares the work that every op states with the work it does";
  let description = [{
    Before: level 0. Changes nothing. Every op with rules and a tensor result runs in the interpreter on random values, which
    counts operations on elements and the elements that a structured op accesses. An op that states other FLOPs (widening narrow floats, putting elements
    in their places and blocks that a causal mask hides aside), fewer bytes than it accesses, or more than its operands and results have, is an error; so is one whose
    decomposed form on one rank does more than 1.5 times as much, or less than 2/3. Prints per op FLOPs and bytes; `otherwise`
    where kernels use another algorithm than the interpreter. Example: test/Interpreter/check-work.mlir.
  }];
  let options = [
    Option<"seed", "seed", "uint64_t", "1", "seed of the random elements">,
  ];
}

def PrintPricesPass : Pass<"sbp-print-prices", "::mlir::ModuleOp"> {
  let summary = "prints the cost of every op and of its decomposed forms";
  let description = [{
    Before: level 0 or 1. Changes nothing. For every op with decomposed forms, on one axis of 1, 2 and 4 ranks, prints the seconds of compute and
    memory by the rates of the module (else by the generic table), of the op and of the ops of each form, and their ratio. Each op uses its
    cheapest signature. For every boxing of level 1, prints the bytes that the selection of distributions counts and the bytes that its plan
    moves, over all ranks, and their sums. Examples: test/Interpreter/print-prices.mlir, test/Integration/counted-bytes.test.
  }];
}

def RandomizeDistributionsPass : Pass<"sbp-randomize-distributions", "::mlir::ModuleOp"> {
  let summary = "creates a random level 1, for tests of later passes";
  let description = [{
    Before: level 0, normalised, without `sbp.constrain`. After: level 1 on the placements of the module: every op has one
    of its sound signatures drawn at random, arguments and results any legal distribution (`order` and partial ones too);
    a `sbp.boxing` converts wherever the ends differ, sometimes two in a row, sometimes where none is needed.
    Optimises nothing. Example: test/Interpreter/randomize-distributions.mlir.
  }];
  let options = [
    Option<"seed", "seed", "uint64_t", "1", "seed of all random choices">,
  ];
  let dependentDialects = ["::sbp::SBPDialect"];
}

#endif // SBP_TRANSFORMS_PASSES
