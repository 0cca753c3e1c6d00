// NNOptimizerOps.td: optimizers as a training step writes them
#ifndef NN_OPTIMIZER_OPS
#define NN_OPTIMIZER_OPS

include "sbp/Dialect/NN/IR/NNBase.td"

/// One step of an optimizer; `--sbp-expand-optimizers` replaces it by elementwise ops where the states of the optimizer are stored.
class NN_OptimizerOp<string mnemonic, list<string> overrides = [], list<Trait> traits = []>
    : Op<NN_Dialect, mnemonic, !listconcat([Pure, DeclareOpInterfaceMethods<OptimizerOpInterface, overrides>], traits)> {
  let hasVerifier = 1;
}

defvar NN_Floats = StaticShapeTensorOf<[AnyFloat]>;

def NN_SGDOp : NN_OptimizerOp<"sgd"> {
  let summary = "a step of stochastic gradient descent";
  let description = [{
    ```mlir
    %w1 = nn.sgd %w, %g, %rate : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %w2, %m1 = nn.sgd %w, %g, %rate momentum %m {momentum = 0.9 : f64, nesterov}
        : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<f32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
    ```
    With `h = g + weight_decay * w`: `w - rate * h`, or `m' = momentum * m + h` and `w - rate * m'`, or, `nesterov`,
    `w - rate * (h + momentum * m')`. The formulas are those of `torch.optim.SGD` with dampening 0; a first `m` is zero.

    Arithmetic is f32, f64 where an operand is, and each result is rounded once.

    **Constraints**
    - (C1) `gradient` and `velocity` have the shape of `weight`; all elements are floats.
    - (C2) `rate` has no dimensions.
    - (C3) `velocity` and a second result stand together, and `nesterov` needs them; the results have the types of `weight` and
      `velocity`.
  }];
  let arguments = (ins NN_Floats:$weight, NN_Floats:$gradient, NN_Floats:$rate, Optional<NN_Floats>:$velocity,
                       DefaultValuedAttr<F64Attr, "0.0">:$momentum, UnitAttr:$nesterov,
                       DefaultValuedAttr<F64Attr, "0.0">:$weight_decay);
  let results = (outs Variadic<NN_Floats>:$updated);
  let assemblyFormat = [{
    $weight `,` $gradient `,` $rate (`momentum` $velocity^)? attr-dict `:` functional-type(operands, $updated)
  }];
}

def NN_AdamOp : NN_OptimizerOp<"adam"> {
  let summary = "a step of Adam or AdamW";
  let description = [{
    ```mlir
    %w1, %m1, %v1 = nn.adam %w, %g, %m, %v, %step, %rate {weight_decay = 0.1 : f64, decoupled}
        : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<i64>, tensor<f32>)
        -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>)
    ```
    `m' = m + (1 - beta1) (g - m)`, `v' = beta2 v + (1 - beta2) g^2`, and
    `w - rate / (1 - beta1^step) * m' / (sqrt(v') / sqrt(1 - beta2^step) + epsilon)`. `weight_decay` is added to the gradient as
    `weight_decay * w` (Adam), or, `decoupled`, multiplies `w` by `1 - rate * weight_decay` first (AdamW). `step` counts from 1. The
    formulas are those of `torch.optim.Adam` and `AdamW`.

    Arithmetic is f32, f64 where an operand is, and each result is rounded once.

    **Constraints**
    - (C1) `gradient`, `mean` and `square` have the shape of `weight`; all elements are floats.
    - (C2) `step` and `rate` have no dimensions.
    - (C3) the results have the types of `weight`, `mean` and `square`.
    - (C4) beta1 and beta2 are in [0, 1), epsilon is at least 0.
  }];
  let arguments = (ins NN_Floats:$weight, NN_Floats:$gradient, NN_Floats:$mean, NN_Floats:$square,
                       StaticShapeTensorOf<[I32, I64]>:$step, NN_Floats:$rate, DefaultValuedAttr<F64Attr, "0.9">:$beta1,
                       DefaultValuedAttr<F64Attr, "0.999">:$beta2, DefaultValuedAttr<F64Attr, "1.0e-8">:$epsilon,
                       DefaultValuedAttr<F64Attr, "0.0">:$weight_decay, UnitAttr:$decoupled);
  let results = (outs NN_Floats:$updated, NN_Floats:$next_mean, NN_Floats:$next_square);
  let assemblyFormat = [{
    $weight `,` $gradient `,` $mean `,` $square `,` $step `,` $rate attr-dict `:` functional-type(operands, results)
  }];
}

def NN_UpdateOp : NN_OptimizerOp<"update", ["getStateDims"], [AttrSizedOperandSegments]> {
  let summary = "a step of an optimizer of the table";
  let description = [{
    ```mlir
    %w1, %m1 = nn.update "lion" %w, %g, %rate states(%m) {options = {beta1 = 0.95 : f64}}
        : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<f32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
    %w2, %r2, %c2 = nn.update "adafactor" %w, %g, %rate states(%r, %c) step(%step) {options = {"min-dim-size-to-factor" = 2.0 : f64}}
        : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<f32>, tensor<4xf32>, tensor<8xf32>, tensor<i64>)
        -> (tensor<8x4xf32>, tensor<4xf32>, tensor<8xf32>)
    ```
    The formulas, options and states are those that the optimizer registers. An option that is not given has its usual value. `step`
    counts from 1. Sums over dimensions, as Adafactor has them, are over the whole weight.

    Arithmetic is f32, f64 where an operand is, and each result is rounded once.

    **Constraints**
    - (C1) `optimizer` is registered, and has all `options`, in the range of each.
    - (C2) `gradient` has the shape of `weight`, each state the shape that the optimizer gives it; all elements are floats.
    - (C3) `rate` and `step` have no dimensions, and `step` is there if the optimizer reads it.
    - (C4) the results have the types of `weight` and of the states.
  }];
  let arguments = (ins StrAttr:$optimizer, NN_Floats:$weight, NN_Floats:$gradient, NN_Floats:$rate, Variadic<NN_Floats>:$states,
                       Optional<StaticShapeTensorOf<[I32, I64]>>:$step, DefaultValuedAttr<DictionaryAttr, "{}">:$options);
  let results = (outs Variadic<NN_Floats>:$updated);
  let assemblyFormat = [{
    $optimizer $weight `,` $gradient `,` $rate (`states` `(` $states^ `)`)? (`step` `(` $step^ `)`)? attr-dict
    `:` functional-type(operands, $updated)
  }];
}

def NN_ClipByGlobalNormOp : NN_OptimizerOp<"clip_by_global_norm", ["getScaledOperand"]> {
  let summary = "gradients scaled so that their common norm is bounded";
  let description = [{
    ```mlir
    %c:2, %norm = nn.clip_by_global_norm %g0, %g1 {max_norm = 1.0 : f64} : (tensor<8x4xf32>, tensor<4xf32>)
        -> (tensor<8x4xf32>, tensor<4xf32>, tensor<f32>)
    ```
    `norm` is the root of the sum of squares of all elements of all operands, and each operand is multiplied by
    `min(1, max_norm / (norm + 1e-6))`, as `torch.nn.utils.clip_grad_norm_` does. Every operand is read where an optimizer updates by it, and squares are added there: one number of each placement travels.

    **Constraints**
    - (C1) at least one operand; all have float elements.
    - (C2) the results have the types of the operands, then `norm` in f32, or f64 where an operand is.
    - (C3) `max_norm` is above 0.
  }];
  let arguments = (ins Variadic<NN_Floats>:$gradients, F64Attr:$max_norm);
  let results = (outs Variadic<NN_Floats>:$clipped, NN_Floats:$norm);
  let assemblyFormat = "$gradients attr-dict `:` functional-type(operands, results)";
}

def NN_AllFiniteOp : NN_OptimizerOp<"all_finite", ["readsLikeUpdates"]> {
  let summary = "whether all elements of all gradients are finite";
  let description = [{
    ```mlir
    %ok = nn.all_finite %g0, %g1 : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<i1>
    ```
    Every operand is read where an optimizer updates by it, after partial gradients are summed: a sum that overflows is found. One
    number of each placement travels.

    **Constraints**
    - (C1) at least one operand; all have float elements.
  }];
  let arguments = (ins Variadic<NN_Floats>:$gradients);
  let results = (outs StaticShapeTensorOf<[I1]>:$result);
  let assemblyFormat = "$gradients attr-dict `:` functional-type(operands, $result)";
}

#endif // NN_OPTIMIZER_OPS
