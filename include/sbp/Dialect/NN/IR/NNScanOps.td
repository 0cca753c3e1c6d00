// NNScanOps.td: running sums
#ifndef NN_SCAN_OPS
#define NN_SCAN_OPS

include "sbp/Dialect/NN/IR/NNBase.td"

def NN_CumsumOp : Op<NN_Dialect, "cumsum",
    [Pure, DeclareOpInterfaceMethods<SBPOpInterface, ["getAlternatives", "getWork"]>,
     DeclareOpInterfaceMethods<LoweringOpInterface>]> {
  let summary = "running sums along one dimension";
  let description = [{
    ```mlir
    %y = nn.cumsum %x {axis = 1 : i64} : (tensor<4x50257xf32>) -> tensor<4x50257xf32>
    %z = nn.cumsum %x start %s {axis = 1 : i64, blocks = 8 : i64, exclusive}
        : (tensor<4x50257xf32>, tensor<4x8xf32>) -> tensor<4x50257xf32>
    ```
    `y[a.., j, b..]` is the sum of `x[a.., i, b..]` over `i <= j`; `exclusive`: over `i < j`, the first is 0; `reverse`: over
    `i >= j` (`i > j`), summed from the last element down. Terms are added one after the other. f16 and bf16 are summed in
    f32 and every sum is rounded once; integers wrap.

    With `blocks` the dimension is cut into that many pieces, as a split over as many ranks cuts it: the first `n mod blocks`
    have one element more than the others. Every piece is summed on its own, from its element of `start` (or 0).

    All dimensions but `axis` are split as they are, and a partial sum stays one. With `blocks`, `axis` is split over exactly
    that many ranks. Without, the alternative `N blocks` splits it over N: the sums of the pieces (`nn.block_sum`) travel and
    are summed up, then every rank goes on from its own: reduce, then scan (Blelloch, "Prefix sums and their applications",
    1990, section 1.3).

    **Constraints**
    - (C1) `axis` names a dimension of `input`.
    - (C2) `blocks` is 1 to 65536.
    - (C3) `start` has the shape of `input` with `blocks` in place of dimension `axis`, in f32 for f16 and bf16 and in the
      type of `input` otherwise.
    - (C4) the result's type is that of `input`.
  }];
  let arguments = (ins NN_SummableTensor:$input, Optional<NN_SummableTensor>:$start, I64Attr:$axis,
                       DefaultValuedAttr<I64Attr, "1">:$blocks, UnitAttr:$exclusive, UnitAttr:$reverse);
  let results = (outs NN_SummableTensor:$result);
  let assemblyFormat = "$input (`start` $start^)? attr-dict `:` functional-type(operands, $result)";
  let hasVerifier = 1;
}

def NN_BlockSumOp : NN_Op<"block_sum", [Pure]> {
  let summary = "sums of the pieces that a dimension is cut into";
  let description = [{
    ```mlir
    %s = nn.block_sum %x {axis = 1 : i64, blocks = 8 : i64} : (tensor<4x50257xf32>) -> tensor<4x8xf32>
    ```
    Dimension `axis` is cut into `blocks` pieces as in `nn.cumsum`; each becomes the sum of its elements, 0 where it has none.
    Terms are added one after the other. Split over exactly `blocks` ranks every rank sums what it holds.

    **Constraints**
    - (C1) `axis` names a dimension of `input`.
    - (C2) `blocks` is 1 to 65536.
    - (C3) the result has the shape of `input` with `blocks` in place of dimension `axis`, in f32 for f16 and bf16 and in the
      type of `input` otherwise.
  }];
  let arguments = (ins NN_SummableTensor:$input, I64Attr:$axis, I64Attr:$blocks);
  let results = (outs NN_SummableTensor:$result);
  let assemblyFormat = "$input attr-dict `:` functional-type(operands, $result)";
  let hasVerifier = 1;
}

#endif // NN_SCAN_OPS
