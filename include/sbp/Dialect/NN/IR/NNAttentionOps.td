// NNAttentionOps.td: attention and its gradient
#ifndef NN_ATTENTION_OPS
#define NN_ATTENTION_OPS

include "sbp/Dialect/NN/IR/NNBase.td"

def NN_AttentionOp
    : NN_CompositeOp<"attention", [AttrSizedOperandSegments, DeclareOpInterfaceMethods<NarrowingOpInterface, ["keepsWide"]>]> {
  let summary = "softmax(scale * query * key^T + mask) * value, and the logarithm of the sums";
  let description = [{
    ```mlir
    %y, %lse = nn.attention %q, %k, %v {scale = 0.125 : f64, causal}
        : (tensor<4x12x256x64xf32>, tensor<4x12x256x64xf32>, tensor<4x12x256x64xf32>)
        -> (tensor<4x12x256x64xf32>, tensor<4x12x256xf32>)
    ```
    Dimensions are batch, heads, positions, width. With grouped heads, `g` query heads in sequence share one head of key and
    value. `mask` is added to the scaled scores; its dimensions are those of the scores or 1. With `causal`, query `i` of `s` sees the keys
    up to `i + t - s` of `t`. A row that sees no key is 0 and has the sum -inf; its gradients are 0. The second result is the logarithm of the sum of
    exponentials of each row. f16 and bf16 are computed in f32 and rounded once.

    With `window = array<i64: back, forward>`, query `i` sees key `j` iff `i + t - s - back <= j <= i + t - s + forward`:
    ```mlir
    %y, %lse = nn.attention %q, %k, %v {scale = 0.125 : f64, causal, window = array<i64: 127, 0>}
        : (tensor<1x8x4096x64xf32>, tensor<1x2x4096x64xf32>, tensor<1x2x4096x64xf32>)
        -> (tensor<1x8x4096x64xf32>, tensor<1x8x4096xf32>)
    ```
    What a mask of -inf, `causal` or a window hides has no effect, finite or not. Two paths multiply hidden values by 0, where a value
    that is not finite gives NaN: attention in parts without a window, and tensor cores of GPUs with a mask. Masks that are computed
    from positions become `causal` and `window` at import (sbp-raise-masks).

    Batch, heads, query positions and the width of the value are split as they are. Heads that share one of key and value are
    split with it, or, on more ranks than groups, alone: key and value are whole then, the query never is. Where query
    positions are split and there is a window, each rank reads the keys and values that its queries see: its own and a halo. In parts, key
    positions are split too, through partial maxima, sums and outputs. Later queries of causal attention see more keys: in
    slices, long sequences on more ranks than heads are cut before they are split, so that all ranks have some of each.

    A piece of the heads or of the positions says where it begins: with `first_head` query head `i` reads the head
    `(first_head + i) / shared_heads` of key and value (the nearest where there is none). With `first_query`, query `i` stands
    at position `first_query + i` instead of `t - s + i`, and with `first_key` key `j` at `first_key + j`. Models need none of them.

    **Constraints**
    - (C1) `query` is batch x heads x s x d, `key` batch x groups x t x d, `value` batch x groups x t x w; groups divides heads.
    - (C2) each dimension of `mask` is 1 or that of batch x heads x s x t.
    - (C3) the results are batch x heads x s x w in the type of `query`, and batch x heads x s in f32 (f64 for f64).
    - (C4) the element types of `query`, `key`, `value` and `mask` are equal.
    - (C5) `first_head` and `shared_heads`, at least 1, stand together; groups need not divide heads then.
    - (C6) `first_query` needs `causal` or `window`, and `first_key` needs `window`.
    - (C7) `window` has two numbers, which are at most 2^31 in magnitude, and back + forward is at least 0; with `causal`
      forward is 0.
  }];
  let arguments = (ins StaticShapeTensorOf<[AnyFloat]>:$query, StaticShapeTensorOf<[AnyFloat]>:$key,
                       StaticShapeTensorOf<[AnyFloat]>:$value, Optional<StaticShapeTensorOf<[AnyFloat]>>:$mask,
                       Optional<Index>:$first_head, Optional<Index>:$first_query, Optional<Index>:$first_key,
                       F64Attr:$scale, UnitAttr:$causal, OptionalAttr<I64Attr>:$shared_heads,
                       OptionalAttr<DenseI64ArrayAttr>:$window);
  let results = (outs StaticShapeTensorOf<[AnyFloat]>:$result, StaticShapeTensorOf<[AnyFloat]>:$log_sum_exp);
  let assemblyFormat = [{
    $query `,` $key `,` $value (`mask` $mask^)? (`first_head` $first_head^)? (`first_query` $first_query^)?
    (`first_key` $first_key^)? attr-dict `:` functional-type(operands, results)
  }];
  let extraClassDefinition = [{}];
  let extraClassDeclaration = [{
    /// Query heads that read one head of key and value.
    int64_t getNumSharedHeads();
    /// Returns the position of query 0 where `first_query` is not given: the last query is at the position of the last key.
    int64_t getDefaultFirstQuery();
    /// Returns the position of query 0 relative to key 0, if it is a constant.
    std::optional<int64_t> getStaticOffset();
    /// Returns which keys the queries see by their positions, or nothing where they see all.
    std::optional<::sbp::nn::KeyWindow> getKeyWindow();
  }];
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

#endif // NN_ATTENTION_OPS
