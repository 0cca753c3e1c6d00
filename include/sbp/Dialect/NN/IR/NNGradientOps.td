// NNGradientOps.td: derivatives as a model writes them
#ifndef NN_GRADIENT_OPS
#define NN_GRADIENT_OPS

include "sbp/Dialect/NN/IR/NNOps.td"

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

def NN_AttentionGradientOp : NN_CompositeOp<"attention_gradient", [AttrSizedOperandSegments]> {
  let summary = "the gradient of nn.attention by its operands";
  let description = [{
    ```mlir
    %dq, %dk, %dv = nn.attention_gradient %q, %k, %v of %y, %lse cotangent %g {scale = 0.125 : f64, causal}
        : (tensor<4x12x256x64xf32>, tensor<4x12x256x64xf32>, tensor<4x12x256x64xf32>, tensor<4x12x256x64xf32>, tensor<4x12x256xf32>,
           tensor<4x12x256x64xf32>) -> (tensor<4x12x256x64xf32>, tensor<4x12x256x64xf32>, tensor<4x12x256x64xf32>)
    ```
    `output` and `log_sum_exp` are what `nn.attention` gives for the other operands and attributes, which mean the same here;
    `cotangent` belongs to the first, `sums_cotangent` to the second, and a missing one is zero. With `a = scale q k^T + mask` the
    weights are computed again, as in FlashAttention-2 (Dao 2023, algorithm 2):
    `P = exp(a - lse)`, `D = sum over the width of g y`, `dS = P (g v^T - D + g_lse)`, and `dq = scale dS k`, `dk = scale dS^T q`,
    `dv = P^T g`. The optional fourth result is the gradient of `mask`, dS summed over what the mask broadcasts. Query heads that
    share one of key and value add up in its gradient. A key outside of the window contributes nothing.

    Differentiation makes this op of `nn.attention`; models need not write it. Batch and heads of key and value are split with the
    query heads that share one. Split along query positions `dk` and `dv` are partial sums, along key positions `dq` is one; so is
    the gradient of a mask along what it broadcasts. In parts, the widths are split too.

    With `first_query`, query `i` stands at position `first_query + i` instead of `t - s + i`, and with `first_key` key `j` at
    `first_key + j`.

    **Constraints**
    - (C1) `query` is batch x heads x s x d, `key` batch x groups x t x d, `value` batch x groups x t x w; groups divides heads.
    - (C2) each dimension of `mask` is 1 or that of batch x heads x s x t.
    - (C3) `output` and `cotangent` are batch x heads x s x w in the type of `query`, `log_sum_exp` and `sums_cotangent` batch x heads
      x s in f32 (f64 for f64).
    - (C4) the results have the types of `query`, `key`, `value` and `mask`.
    - (C5) there is a cotangent.
    - (C6) `window` has two numbers.
  }];
  let arguments = (ins StaticShapeTensorOf<[AnyFloat]>:$query, StaticShapeTensorOf<[AnyFloat]>:$key,
                       StaticShapeTensorOf<[AnyFloat]>:$value, Optional<StaticShapeTensorOf<[AnyFloat]>>:$mask,
                       StaticShapeTensorOf<[AnyFloat]>:$output, StaticShapeTensorOf<[AnyFloat]>:$log_sum_exp,
                       Optional<StaticShapeTensorOf<[AnyFloat]>>:$cotangent,
                       Optional<StaticShapeTensorOf<[AnyFloat]>>:$sums_cotangent, Optional<Index>:$first_query,
                       Optional<Index>:$first_key, F64Attr:$scale, UnitAttr:$causal, OptionalAttr<DenseI64ArrayAttr>:$window);
  let results = (outs StaticShapeTensorOf<[AnyFloat]>:$query_gradient, StaticShapeTensorOf<[AnyFloat]>:$key_gradient,
                      StaticShapeTensorOf<[AnyFloat]>:$value_gradient, Optional<StaticShapeTensorOf<[AnyFloat]>>:$mask_gradient);
  let assemblyFormat = [{
    $query `,` $key `,` $value (`mask` $mask^)? `of` $output `,` $log_sum_exp (`cotangent` $cotangent^)?
    (`sums_cotangent` $sums_cotangent^)? (`first_query` $first_query^)? (`first_key` $first_key^)? attr-dict
    `:` functional-type(operands, results)
  }];
  let extraClassDefinition = [{
    ::llvm::SmallVector<::sbp::Alternative> $cppClass::getAlternatives(const ::sbp::Placement &) {
      return {{"parts", [op = *this](::mlir::OpBuilder &builder) mutable { return op.lowerToLinalg(builder); }}};
    }
  }];
  let extraClassDeclaration = [{
    /// Returns the number of query heads that read one head of key and value.
    int64_t getNumSharedHeads();
    /// Returns the default of `first_query`, as AttentionOp does.
    int64_t getDefaultFirstQuery();
    /// Returns the keys that positions let the queries see, as AttentionOp does.
    std::optional<::sbp::nn::KeyWindow> getKeyWindow();
  }];
}

#endif // NN_GRADIENT_OPS
