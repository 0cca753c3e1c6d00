// NNOrderOps.td: ops that put elements in order
//
// One order for all of them: floats by value, -0.0 equal to 0.0, NaN above everything and equal to NaN; integers signed; i1
// false below true. Of equal elements the one with the lower index comes first.
#ifndef NN_ORDER_OPS
#define NN_ORDER_OPS

include "sbp/Dialect/NN/IR/NNBase.td"

def NN_ArgmaxOp : NN_CompositeOp<"argmax"> {
  let summary = "the index of the first maximum along one dimension";
  let description = [{
    ```mlir
    %i = nn.argmax %x {axis = 1 : i64} : (tensor<8x50257xf32>) -> tensor<8xi64>
    ```
    `i[a.., b..]` is the lowest `j` for which no element of `x[a.., :, b..]` is greater than `x[a.., j, b..]`. NaN is greater than
    every number, -0.0 equals 0.0, integers are signed and `true` is greater than `false`. A minimum is the maximum of what is
    negated (floats) or complemented (integers): there is no op for it.

    All dimensions but `axis` are split as they are. In parts `axis` is split too: a maximum of the size of the result
    travels, and a minimum of indices of that size.

    **Constraints**
    - (C1) `axis` names a dimension of `input`, which has at least one element.
    - (C2) the result has the dimensions of `input` but `axis`; i32 counts up to 2^31 - 1.
  }];
  let arguments = (ins AnyStaticShapeTensor:$input, I64Attr:$axis);
  let results = (outs StaticShapeTensorOf<[I32, I64]>:$result);
  let assemblyFormat = "$input attr-dict `:` functional-type(operands, $result)";
}

def NN_TopKOp : Op<NN_Dialect, "top_k",
    [Pure, DeclareOpInterfaceMethods<SBPOpInterface, ["getAlternatives", "getWork"]>,
     DeclareOpInterfaceMethods<LoweringOpInterface>]> {
  let summary = "the k greatest elements along one dimension, and where they stand";
  let description = [{
    ```mlir
    %v, %i = nn.top_k %x {axis = 1 : i64, k = 4 : i64} : (tensor<8x50257xf32>) -> (tensor<8x4xf32>, tensor<8x4xi64>)
    %c, %j = nn.top_k %x {axis = 1 : i64, k = 4 : i64, blocks = 2 : i64}
        : (tensor<8x50257xf32>) -> (tensor<8x8xf32>, tensor<8x8xi64>)
    %w, %l = nn.top_k %c at %j {axis = 1 : i64, k = 4 : i64}
        : (tensor<8x8xf32>, tensor<8x8xi64>) -> (tensor<8x4xf32>, tensor<8x4xi64>)
    ```
    `values` holds the k greatest elements of every row along `axis`, greatest first, `indices` their indices; of equal
    elements the lower index is greater. NaN is greater than every number, -0.0 equals 0.0, integers are signed and `true` is
    greater than `false`. `positions` (`at`) gives the indices that stand for the elements; without it they count from 0.

    With `blocks` the dimension is cut into that many pieces, as a split over as many ranks cuts it (the first `n mod blocks`
    have one element more than the others), and the k greatest of every piece stand one behind the other. A piece of fewer
    elements is filled up with the lowest value of the type and the last index (2^31 - 1, 2^63 - 1), which every element
    precedes. So the top_k of the candidates of all pieces, at their indices, is the top_k of the whole: `%w, %l` above are
    `%v, %i`.

    All dimensions but `axis` are split as they are. With `blocks`, `axis` is split over exactly that many ranks. Without, the
    alternative `N blocks` splits it over N: of every row N * k candidates travel, never the row.

    **Constraints**
    - (C1) `axis` names a dimension of `input`; i32 counts up to 2^31 - 1.
    - (C2) `k` is at least 1 and, without `blocks`, at most the size of that dimension.
    - (C3) `blocks` is at least 1.
    - (C4) `positions` has the shape of `input` and the element type of `indices`.
    - (C5) the results have the shape of `input` with k times the number of blocks in place of dimension `axis`; `values` has
      the element type of `input`.
  }];
  let arguments = (ins AnyStaticShapeTensor:$input, Optional<StaticShapeTensorOf<[I32, I64]>>:$positions, I64Attr:$axis,
                       I64Attr:$k, OptionalAttr<I64Attr>:$blocks);
  let results = (outs AnyStaticShapeTensor:$values, StaticShapeTensorOf<[I32, I64]>:$indices);
  let assemblyFormat = "$input (`at` $positions^)? attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The part of dimension `axis` that each block is.
    ::llvm::SmallVector<::sbp::Interval> getBlockIntervals();
  }];
}

def NN_SortOp : NN_Op<"sort", [Pure]> {
  let summary = "the elements along one dimension in order, and where they stood";
  let description = [{
    ```mlir
    %v, %i = nn.sort %x {axis = 1 : i64} : (tensor<8x50xf32>) -> (tensor<8x50xf32>, tensor<8x50xi64>)
    %w, %j = nn.sort %x {axis = 1 : i64, descending} : (tensor<8x50xf32>) -> (tensor<8x50xf32>, tensor<8x50xi64>)
    ```
    `values` holds every row along `axis` from the least to the greatest element, or `descending`, `indices` where each stood.
    Equal elements stay in their order, both ways. NaN is greater than every number, so it comes last, `descending` first;
    -0.0 equals 0.0, integers are signed and `true` is greater than `false`. O(n log n) comparisons.

    All dimensions but `axis` are split as they are. `axis` is not: every element may end up in any piece.

    **Constraints**
    - (C1) `axis` names a dimension of `input`; i32 counts up to 2^31 - 1.
    - (C2) `values` has the type of `input`, `indices` its shape.
  }];
  let arguments = (ins AnyStaticShapeTensor:$input, I64Attr:$axis, UnitAttr:$descending);
  let results = (outs AnyStaticShapeTensor:$values, StaticShapeTensorOf<[I32, I64]>:$indices);
  let assemblyFormat = "$input attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

#endif // NN_ORDER_OPS
