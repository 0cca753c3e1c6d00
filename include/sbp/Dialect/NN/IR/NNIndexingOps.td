// NNIndexingOps.td: slices of a tensor that indices read, write or add to
#ifndef NN_INDEXING_OPS
#define NN_INDEXING_OPS

include "sbp/Dialect/NN/IR/NNBase.td"

def NN_GatherOp : NN_Op<"gather", [Pure, DeclareOpInterfaceMethods<IndexingOpInterface>]> {
  let summary = "slices of a tensor chosen by indices along one dimension";
  let description = [{
    ```mlir
    %r = nn.gather %data, %indices {axis = 0 : i64} : (tensor<30522x384xf32>, tensor<8x32xi64>) -> tensor<8x32x384xf32>
    ```
    The shape of `indices` takes the place of dimension `axis` of `data`:
    `r[a.., i.., b..] = data[a.., indices[i..], b..]`. With `batch_dims = b` the first b dimensions of both belong together
    and stand once in the result, so each of their positions gathers from data of its own:
    ```mlir
    %r = nn.gather %data, %indices {axis = 1 : i64, batch_dims = 1 : i64}   // r[t, j] = data[t, indices[t, j]]
        : (tensor<128x512xf32>, tensor<128x16xi32>) -> tensor<128x16xf32>
    ```
    Indices count from 0 and must lie below the size of that dimension;
    those that come from an input are checked once per step. A computed index that is outside takes the nearest row (zeros
    where there is none), on any number of ranks; `--check-indices` stops there instead.

    `indices` may be split along any dimension, `data` along any but `axis`, batch dimensions of both together. With `data`
    split along `axis` each rank gathers what it holds and writes zeros for the rest: a partial sum (of i1: a partial `or`).

    **Constraints**
    - (C1) `axis` names a dimension of `data`.
    - (C2) the result's shape is that of `data` with dimension `axis` replaced by the shape of `indices` behind its batch
      dimensions.
    - (C3) the result's element type is that of `data`.
    - (C4) `batch_dims` is at least 0 and at most `axis` and the rank of `indices`; the batch dimensions have equal sizes.
  }];
  let arguments = (ins AnyStaticShapeTensor:$data, StaticShapeTensorOf<[I32, I64]>:$indices, I64Attr:$axis,
                       DefaultValuedOptionalAttr<I64Attr, "0">:$batch_dims);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat = "$data `,` $indices attr-dict `:` functional-type(operands, $result)";
  let hasVerifier = 1;
  let builders = [OpBuilder<(ins "::mlir::Value":$data, "::mlir::Value":$indices, "int64_t":$axis,
                                 CArg<"int64_t", "0">:$batchDims)>];
  let extraClassDeclaration = [{
    /// (C2): `data` with dimension `axis` replaced by the shape of `indices` after its batch dimensions.
    static ::llvm::SmallVector<int64_t> getResultShape(::llvm::ArrayRef<int64_t> data, ::llvm::ArrayRef<int64_t> indices,
                                                       int64_t axis, int64_t batchDims);
    /// Dimensions of `indices` that stand in place of `axis`.
    int64_t getNumIndexDims();
    /// Dimensions of the result -> those of `indices`.
    ::mlir::AffineMap getIndicesMap();
  }];
}

def NN_ScatterAddOp : NN_Op<"scatter_add", [Pure, DeclareOpInterfaceMethods<IndexingOpInterface>]> {
  let summary = "adds slices into those of a table that indices choose";
  let description = [{
    ```mlir
    %r = nn.scatter_add %init, %indices, %updates {axis = 0 : i64}
        : (tensor<30522x384xf32>, tensor<8x32xi64>, tensor<8x32x384xf32>) -> tensor<30522x384xf32>
    ```
    The adjoint of `nn.gather`: the shape of `indices` stands in `updates` in place of dimension `axis` of `init`, and
    `r[a.., j, b..] = init[a.., j, b..] + sum of updates[a.., i.., b..] over all i with indices[i..] = j`. With `batch_dims = b`
    the first b dimensions of all belong together, as in `nn.gather`: `r[t, j] = init[t, j] + sum of updates[t, i] over all i with
    indices[t, i] = j`.

    The same bits on every run: the updates of one element are added one after the other, in the row-major order of their
    positions in `indices` (a segment sum over indices sorted by a stable sort). f16 and bf16 are summed in f32 and rounded
    once; integers wrap.

    Indices count from 0 and must lie below the size of dimension `axis`, as in `nn.gather`; those that come from an input are
    checked once per step, and for a computed index that is outside the nearest row is taken. With `drop_outside` any index is allowed, and updates with one outside of the table are left out.

    Any dimension of the table may be split, batch dimensions together with those of `indices` and `updates`. With rows split
    (`axis`), each rank adds what falls into its rows. With another dimension of `indices` split, and of `updates`, the result is a partial sum, and so must `init` be: it counts once.

    **Constraints**
    - (C1) `axis` names a dimension of `init`.
    - (C2) the shape of `updates` is that of `init` with dimension `axis` replaced by the shape of `indices` behind its
      batch dimensions.
    - (C3) the element types of `init` and `updates` are equal.
    - (C4) the result's type is that of `init`.
    - (C5) `batch_dims` is at least 0 and at most `axis` and the rank of `indices`; the batch dimensions have equal sizes.
  }];
  let arguments = (ins NN_SummableTensor:$init, StaticShapeTensorOf<[I32, I64]>:$indices, NN_SummableTensor:$updates,
                       I64Attr:$axis, DefaultValuedOptionalAttr<I64Attr, "0">:$batch_dims,
                       UnitAttr:$drop_outside);
  let results = (outs NN_SummableTensor:$result);
  let assemblyFormat = "$init `,` $indices `,` $updates attr-dict `:` functional-type(operands, $result)";
  let hasVerifier = 1;
}

def NN_ScatterOp : NN_Op<"scatter", [Pure, DeclareOpInterfaceMethods<IndexingOpInterface>]> {
  let summary = "replaces slices of a table that indices choose";
  let description = [{
    ```mlir
    %r = nn.scatter %init, %indices, %updates {axis = 2 : i64}   // one position of a cache: keys of 4 sequences, 8 heads
        : (tensor<4x8x2048x64xf32>, tensor<1xi64>, tensor<4x8x1x64xf32>) -> tensor<4x8x2048x64xf32>
    ```
    The shape of `indices` stands in `updates` in place of dimension `axis` of `init`, as in `nn.scatter_add`, and `batch_dims` means
    the same. `r[a.., j, b..]` is `updates[a.., i.., b..]` of the last i, in row-major order, with `indices[i..] = j`, and
    `init[a.., j, b..]` where no index is j. So the result is the same on every run, on any number of ranks.

    Only slices that an index names are read and written; on a `sbp.state` the update happens in place.

    Indices count from 0 and must lie below the size of dimension `axis`, as in `nn.gather`; those that come from an input are
    checked once per step, and for a computed index that is outside the nearest row is taken. With `drop_outside` any index is allowed, and updates with one outside of the table are left out.

    Any dimension of the table may be split, batch dimensions together with those of `indices` and `updates`. With rows split
    (`axis`), each rank writes what falls into its rows. Other dimensions of `indices` are not split: ranks would have to agree
    on the last update. `init` and `updates` may be partial together.

    **Constraints**
    - (C1) `axis` names a dimension of `init`.
    - (C2) the shape of `updates` is that of `init` with dimension `axis` replaced by the shape of `indices` behind its
      batch dimensions.
    - (C3) the element types of `init` and `updates` are equal.
    - (C4) the result's type is that of `init`.
    - (C5) `batch_dims` is at least 0 and at most `axis` and the rank of `indices`; the batch dimensions have equal sizes.
  }];
  let arguments = (ins AnyStaticShapeTensor:$init, StaticShapeTensorOf<[I32, I64]>:$indices, AnyStaticShapeTensor:$updates,
                       I64Attr:$axis, DefaultValuedOptionalAttr<I64Attr, "0">:$batch_dims,
                       UnitAttr:$drop_outside);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat = "$init `,` $indices `,` $updates attr-dict `:` functional-type(operands, $result)";
  let hasVerifier = 1;
}

#endif // NN_INDEXING_OPS
