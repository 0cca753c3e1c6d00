// NNGroupedOps.td: products of groups of rows whose lengths are known only at run time
#ifndef NN_GROUPED_OPS
#define NN_GROUPED_OPS

include "sbp/Dialect/NN/IR/NNBase.td"

class NN_GroupedOp<string mnemonic> : NN_Op<mnemonic, [Pure, DeclareOpInterfaceMethods<NarrowingOpInterface>]> {
  let hasVerifier = 1;
}

def NN_GroupedProductOp : NN_GroupedOp<"grouped_product"> {
  let summary = "the product of each row with the matrix of its group";
  let description = [{
    ```mlir
    %y = nn.grouped_product %x, %weights, %bounds   // 4096 rows, sorted by the 8 experts that they were routed to
        : (tensor<4096x512xbf16>, tensor<8x512x1024xbf16>, tensor<8xi32>) -> tensor<4096x1024xbf16>
    ```
    Rows of `x` that follow one another form a group. With as many bounds as groups, `bounds[e]` is the end of group `e`, and group 0
    begins at row 0. With one bound more, group `e` has the rows from `bounds[e]` to below `bounds[e + 1]`.
    `y[t, n]` is the sum of `x[t, k] * weights[e, k, n]` over `k`, where `e` is the group of row `t`. With `transposed` it is the sum of
    `x[t, k] * weights[e, n, k]`. Rows of no group are 0.

    Any bounds are legal: the group of row `t` is that of the first bound that lies above `t`. So bounds below 0 count as 0, those
    above the number of rows as that number, and a bound below an earlier one as the largest one before it: its group is empty.

    f16 and bf16 are summed in f32 and rounded once. A row that belongs to no group is not read, and neither are weights of
    an empty group: an infinity or a NaN there has no effect.

    Rows, and columns of the weights, are split as they are. With `k` split on both sides, and with the groups of `weights` split, the
    result is a partial sum. Each rank counts the bounds from its first row, and reads those of its own groups. `bounds` is never
    split.

    **Constraints**
    - (C1) `x` is rows x k, `weights` is groups x k x n, with `transposed` groups x n x k, and the result is rows x n.
    - (C2) `bounds` has one element for each group, or one more.
    - (C3) the element types of `x`, `weights` and the result are equal.
  }];
  let arguments = (ins StaticShapeTensorOf<[AnyFloat]>:$x, StaticShapeTensorOf<[AnyFloat]>:$weights,
                       StaticShapeTensorOf<[I32, I64]>:$bounds, UnitAttr:$transposed);
  let results = (outs StaticShapeTensorOf<[AnyFloat]>:$result);
  let assemblyFormat = "$x `,` $weights `,` $bounds attr-dict `:` functional-type(operands, $result)";
}

def NN_GroupedOuterOp : NN_GroupedOp<"grouped_outer"> {
  let summary = "the sum of outer products of the rows of each group";
  let description = [{
    ```mlir
    %g = nn.grouped_outer %x, %dy, %bounds   // the gradient of the weights of nn.grouped_product
        : (tensor<4096x512xbf16>, tensor<4096x1024xbf16>, tensor<8xi32>) -> tensor<8x512x1024xbf16>
    ```
    `g[e, k, n]` is the sum of `x[t, k] * dy[t, n]` over the rows `t` of group `e`, in their order; 0 for an empty group. The groups are those
    of `nn.grouped_product`. f16 and bf16 are summed in f32 and rounded once.

    Groups and both columns are split as they are; with rows split the result is a partial sum. `bounds` is never split.

    **Constraints**
    - (C1) `x` is rows x k, `y` is rows x n, and the result is groups x k x n.
    - (C2) `bounds` has one element for each group, or one more.
    - (C3) the element types of `x`, `y` and the result are equal.
  }];
  let arguments = (ins StaticShapeTensorOf<[AnyFloat]>:$x, StaticShapeTensorOf<[AnyFloat]>:$y,
                       StaticShapeTensorOf<[I32, I64]>:$bounds);
  let results = (outs StaticShapeTensorOf<[AnyFloat]>:$result);
  let assemblyFormat = "$x `,` $y `,` $bounds attr-dict `:` functional-type(operands, $result)";
}

#endif // NN_GROUPED_OPS
