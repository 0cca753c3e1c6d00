// ImportPasses.td: passes that bring a model into normal form, and its training step
#ifndef SBP_IMPORT_PASSES
#define SBP_IMPORT_PASSES

include "mlir/Pass/PassBase.td"

def InsertVariablesPass : Pass<"sbp-insert-variables", "::mlir::ModuleOp"> {
  let summary = "a computed value that a gradient is taken by gets an op that nothing folds";
  let description = [{
    Before: a module as the user wrote it. After: every value behind `wrt` of an `nn.gradient` that is no argument of an entry is the result of an
    `nn.variable`, which its other readers read too. So a copy, a broadcast or one of two equal values stays a value of its own until
    `sbp-differentiate` has derived the gradient by it. Values that no gradient is taken by are left alone. Example:
    test/Transforms/Import/insert-variables.mlir.
  }];
  let dependentDialects = ["::sbp::nn::NNDialect"];
}

def FoldCastsPass : Pass<"sbp-fold-casts", "::mlir::func::FuncOp"> {
  let summary = "casts that hide a known size are folded into the ops that read them";
  let description = [{
    Before: any function. After: no tensor.concat reads a tensor.cast of a tensor of static shape, and no cast of such a cast
    gives the type of the first tensor. Other ops that read dynamic shapes are left for sbp-check-model to refuse. Example:
    test/Transforms/Import/fold-casts.mlir.
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def CheckModelPass : Pass<"sbp-check-model", "::mlir::ModuleOp"> {
  let summary = "refuses what the input language does not have";
  let description = [{
    Before: any module. After: entries take and give ranked static tensors of the element types we compute with, every
    function has one block and a body, no call is recursive, the entries agree on their states, and the result of a state
    has the distribution of its argument; the order of a schedule from a file is `sbp.work_order`. Changes nothing else. Example: test/Transforms/Import/check-model.mlir.
  }];
}

def InlineCallsPass : Pass<"sbp-inline-calls", "::mlir::ModuleOp"> {
  let summary = "private functions are inlined into the entries";
  let description = [{
    Before: a checked module. After: no calls and no private functions. Ops keep their location under that of the call; where
    an entry calls a function more than once, the ops of its n-th call carry `sbp.layer = n` (counted from 0; of nested
    repeats the outermost counts). The ops of a call with `nn.checkpoint`, or of a function with it, carry it with a number of the
    call (of nested ones the outermost). Example: test/Transforms/Import/inline-calls.mlir.
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

def RaiseAttentionPass : Pass<"sbp-raise-attention", "::mlir::func::FuncOp"> {
  let summary = "two products around a softmax become nn.attention";
  let description = [{
    Before: layouts are folded. After: a product of weights and values whose weights are the softmax of another product of two
    tensors, and which nothing else reads, is `nn.attention`. Dimensions may be in any order. There are at most two of batch and heads; several query
    heads may share one head of key and value, in a dimension of their own. Constants may scale the scores, inside of the product or after it. A tensor
    that is added to the scores becomes the mask, and so does a condition that replaces them by -1e9 or less. The softmax may divide by the sum,
    multiply by its inverse, or subtract its logarithm. A row whose keys are all hidden by -inf is 0 instead of NaN.

    The gradient of such attention, in the text of the framework that took it, is `nn.attention_gradient`: the products of the cotangent with weights,
    of keys and of queries with the cotangent of the scores, each at most once. The result need not be computed, if the gradient of the value is. The cotangent of the scores is compared as a polynomial of exponentials,
    their sums and the cotangent of the weights, so that any order of multiplications and divisions is found. It may be 0 where a condition replaces scores,
    and has to be where a finite number may hide all keys of a query; such a query is 0 then, and so is its gradient, and its weights stay equal.
    Where weights are scaled, masked or read again (dropout, the gradient of a mask), all stays; with `explain` a remark says why.
    A function with `sbp.spelled_attention` is left alone; `off` sets it. Examples: test/Transforms/Import/raise-attention.mlir,
    attention-gradient.mlir, attention-that-stays.mlir.
  }];
  let options = [Option<"off", "off", "bool", "false", "leave attention as it is written, here and in later imports">,
                 Option<"explain", "explain", "bool", "false", "a remark where attention stays as it is written, and why">];
  let dependentDialects = ["::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect", "::sbp::nn::NNDialect"];
}

def RaiseMasksPass : Pass<"sbp-raise-masks", "::mlir::func::FuncOp"> {
  let summary = "masks of attention that are computed from positions become its structure";
  let description = [{
    Before: counting tensors are loop indices of the bodies that read them. After: an `nn.attention` whose mask hides keys by the
    distance between query and key alone is `causal`, has a `window`, or both, and a mask that does nothing else is gone. The mask
    may come from comparisons, absolute values, extremes, boolean ops and arithmetic on literals; it hides by -inf, or by a number so
    low that no weight is left. Where it depends on other values too, the window is the one that all their values have in
    common. A mask that hides all keys of a query by a finite number stays: its rows are no NaN. An `nn.attention_gradient` of the result and the sums
    with the same mask is changed alike. Examples: test/Transforms/Import/raise-masks.mlir,
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

def NarrowContractionsPass : Pass<"sbp-narrow-contractions", "::mlir::func::FuncOp"> {
  let summary = "products take factors of bf16 or f16";
  let description = [{
    Before: a model without calls, gradients not yet derived. After: in functions with `sbp.narrow_products = "bf16"` or `"f16"`, matrix products,
    convolutions, attention and grouped products of f32 that `nn.gradient` differentiates (all of a function without gradients) have factors
    of that type: factors are rounded where they are made, results are rounded once and widened where f32 reads them. All other ops
    stay f32, so norms, softmax, losses and optimizers do. Example: test/Transforms/Import/narrow-contractions.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"];
}

def RemoveBarriersPass : Pass<"sbp-remove-barriers", "::mlir::func::FuncOp"> {
  let summary = "barriers become marks of what is made again";
  let description = [{
    Before: level 0, gradients derived; no pass that merges equal ops follows. After: no `nn.barrier`. Ops that read what a barrier gave,
    directly or not, carry `sbp.made_again`. Example: test/Transforms/Import/barriers.mlir.
  }];
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
