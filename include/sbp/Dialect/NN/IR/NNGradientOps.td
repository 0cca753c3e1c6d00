// NNGradientOps.td: derivatives as a model writes them
#ifndef NN_GRADIENT_OPS
#define NN_GRADIENT_OPS

include "sbp/Dialect/NN/IR/NNBase.td"

def NN_GradientOp : Op<NN_Dialect, "gradient", [Pure, AttrSizedOperandSegments]> {
  let summary = "the gradient of a value by other values";
  let description = [{
    ```mlir
    %dw, %db = nn.gradient %loss wrt (%w, %b) : (tensor<f32>, tensor<8x4xf32>, tensor<4xf32>) -> (tensor<8x4xf32>, tensor<4xf32>)
    %dx = nn.gradient %y seed %g wrt (%x) : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    ```
    Each result is the derivative of the value by one value behind `wrt`: the sum over the elements of the value, weighted by
    `seed`, or by 1 for a value without dimensions. The values behind `wrt` may be arguments or results of any op from which
    the value is computed. Gradients may be nested: the inner one stands first. `--sbp-differentiate` replaces the op by the ops that
    compute it (reverse mode); each runs where the op runs that it is the adjoint of.

    Integers, comparisons and indices are constants, and so is what `nn.stop_gradient` returns.

    **Constraints**
    - (C1) the value and what is differentiated by have float elements.
    - (C2) a value with dimensions has a seed, of its type.
    - (C3) the results have the types of the values behind `wrt`, at least one.
  }];
  let arguments = (ins AnyStaticShapeTensor:$value, Optional<AnyStaticShapeTensor>:$seed, Variadic<AnyStaticShapeTensor>:$wrt);
  let results = (outs Variadic<AnyStaticShapeTensor>:$gradients);
  let assemblyFormat = "$value (`seed` $seed^)? `wrt` `(` $wrt `)` attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def NN_StopGradientOp : Op<NN_Dialect, "stop_gradient", [Pure, SameOperandsAndResultType]> {
  let summary = "a value that gradients take for a constant";
  let description = [{
    ```mlir
    %b = nn.stop_gradient %a : tensor<8x4xf32>
    ```
    The result is the operand. `--sbp-differentiate` replaces the op by its operand when no gradient is left to derive.
  }];
  let arguments = (ins AnyStaticShapeTensor:$input);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($result)";
}

def NN_VariableOp : Op<NN_Dialect, "variable", [Pure, SameOperandsAndResultType]> {
  let summary = "a value that gradients are taken by, apart from the values that it equals";
  let description = [{
    ```mlir
    %v = nn.variable %w {number = 0 : i64} : tensor<8x4xf32>
    ```
    The result is the operand, and its derivative is that of the identity. `--sbp-insert-variables` puts one behind each computed value
    that a gradient is taken by; nothing folds through it, and `number`, which is different for each, keeps equal ones apart.
    `--sbp-differentiate` replaces the op by its operand when no gradient is left to derive.
  }];
  let arguments = (ins AnyStaticShapeTensor:$input, I64Attr:$number);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($result)";
}

def NN_BarrierOp : Op<NN_Dialect, "barrier", [Pure]> {
  let summary = "values that are made again from here on";
  let description = [{
    ```mlir
    %a, %b = nn.barrier %x, %g : (tensor<8x4xf32>, tensor<8x16xf32>) -> (tensor<8x4xf32>, tensor<8x16xf32>)
    ```
    The results are the operands. Ops that read them are not merged with equal ops that read the operands: backward makes values of a
    checkpointed part again (`jax.checkpoint`, `torch.utils.checkpoint`) instead of keeping those of forward. All operands are read
    before anything is made again, so a cotangent among them holds it back. The derivative is that of the identity.
    `--sbp-remove-barriers` replaces the op by its operands and marks what is made again.

    **Constraints**
    - (C1) at least one operand; the results have the types of the operands.
  }];
  let arguments = (ins Variadic<AnyStaticShapeTensor>:$inputs);
  let results = (outs Variadic<AnyStaticShapeTensor>:$outputs);
  let assemblyFormat = "$inputs attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

#endif // NN_GRADIENT_OPS
