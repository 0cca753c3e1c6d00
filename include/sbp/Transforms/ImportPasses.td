// ImportPasses.td: passes that bring a model into normal form, and its training step
#ifndef SBP_IMPORT_PASSES
#define SBP_IMPORT_PASSES

include "mlir/Pass/PassBase.td"

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

#endif // SBP_IMPORT_PASSES
