// MemoryLayerOps.td: a few rows among millions, chosen, weighted and summed
#ifndef MEMORYLAYER_OPS
#define MEMORYLAYER_OPS

include "mlir/IR/DialectBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "sbp/Interfaces/TensorInterfaces.td"
include "sbp/Interfaces/SBPOpInterface.td"

def MemoryLayer_Dialect : Dialect {
  let name = "memory_layer";
  let summary = "sums of a few rows of a large table, and their derivatives";
  let description = [{
    `tucker_top_k` chooses rows; the other ops weight and sum them.

    One trilinear form, `sum over t, j, w of scores[t, j] z[t, w] table[rows[t, j], w]`, has three derivatives: `bag` with respect to
    z, `row_dot` to the scores, `add_outer` to the table. Layers and their gradients need nothing else: the adjoint of each with
    respect to any operand is one of the three.

    `t` are token dimensions, any number; `j` slot dimensions, any number behind them (heads, the chosen of a head). A table of
    three dimensions is rows x cores x width, and scores then have a last dimension of cores: each core weights columns of its
    own. With segments, each slot belongs to one of a few blocks of what stands outside, `z` or the result of `bag`, which has a
    dimension for them behind the token dimensions.

    Rows and segments count from 0 and must lie inside; those that come from an input are checked once per step, a computed one
    that is outside takes the nearest. With `drop_outside` any are allowed, and a slot whose row or segment is outside is
    skipped: its row is not multiplied by 0, which would make NaN of an infinite one.

    Sums are f32, f64 where an operand is, and rounded once; `bag` and `add_outer` sum in the row-major order of tokens and slots.
  }];
  let cppNamespace = "::sbp::memory_layer";
  let dependentDialects = ["::sbp::nn::NNDialect"];
}

class MemoryLayer_Op<string mnemonic, list<Trait> traits = [DeclareOpInterfaceMethods<IndexingOpInterface>]>
    : Op<MemoryLayer_Dialect, mnemonic,
         !listconcat([Pure, DeclareOpInterfaceMethods<SBPOpInterface, ["getWork"]>,
                      DeclareOpInterfaceMethods<LoweringOpInterface>], traits)> {
  let hasVerifier = 1;
}

defvar MemoryLayer_Positions = StaticShapeTensorOf<[I32, I64]>;
defvar MemoryLayer_Floats = StaticShapeTensorOf<[AnyFloat]>;

def MemoryLayer_BagOp : MemoryLayer_Op<"bag"> {
  let summary = "weighted sums of chosen rows";
  let description = [{
    ```mlir
    %y = memory_layer.bag %values, %rows, %scores
        : (tensor<65536x256xf32>, tensor<512x4x16xi32>, tensor<512x4x16xf32>) -> tensor<512x256xf32>
    %e = memory_layer.bag %values, %rows, %scores into %blocks {segments = 4 : i64}
        : (tensor<65536x2x64xf32>, tensor<512x64xi32>, tensor<512x64x2xf32>, tensor<512x64xi32>) -> tensor<512x4x2x64xf32>
    ```
    `y[t.., e, c, w]` is the sum over the slots j of segment e of `scores[t.., j.., c] * values[rows[t.., j..], c, w]`.

    Tokens, cores, width and segments are split as they are. With slots split, or the rows of the table, the result is a partial
    sum: a rank skips the slots whose rows it does not hold.

    **Constraints**
    - (C1) `values` is rows x width or rows x cores x width.
    - (C2) `scores` has the shape of `rows`, with cores one more dimension of them.
    - (C3) `segment` has the shape of `rows`, and there are `segments` of them; both or neither.
    - (C4) the result has leading dimensions of `rows`, segments and cores where there are any, and width; its elements are those
      of `scores`.
  }];
  let arguments = (ins StaticShapeTensorOf<[AnyFloat, I8]>:$values, MemoryLayer_Positions:$rows, MemoryLayer_Floats:$scores,
                       Optional<MemoryLayer_Positions>:$segment, OptionalAttr<I64Attr>:$segments, UnitAttr:$drop_outside);
  let results = (outs MemoryLayer_Floats:$result);
  let assemblyFormat = [{
    $values `,` $rows `,` $scores (`into` $segment^)? attr-dict `:` functional-type(operands, $result)
  }];
}

def MemoryLayer_RowDotOp : MemoryLayer_Op<"row_dot"> {
  let summary = "products of chosen rows with what stands outside";
  let description = [{
    ```mlir
    %g = memory_layer.row_dot %values, %rows, %z
        : (tensor<65536x256xf32>, tensor<512x4x16xi32>, tensor<512x256xf32>) -> tensor<512x4x16xf32>
    ```
    `g[t.., j.., c]` is the sum over w of `z[t.., e, c, w] * values[rows[t.., j..], c, w]`, e the segment of the slot (`at`).

    Tokens, slots and cores are split as they are. With the width split, the rows of the table or the segments, the result is a
    partial sum.

    **Constraints**
    - (C1) `values` is rows x width or rows x cores x width.
    - (C2) `z` has leading dimensions of `rows`, segments and cores where there are any, and width.
    - (C3) `segment` has the shape of `rows`.
    - (C4) the result has the shape of `rows`, with cores one more dimension of them; its elements are those of `z`.
  }];
  let arguments = (ins StaticShapeTensorOf<[AnyFloat, I8]>:$values, MemoryLayer_Positions:$rows, MemoryLayer_Floats:$z,
                       Optional<MemoryLayer_Positions>:$segment, UnitAttr:$drop_outside);
  let results = (outs MemoryLayer_Floats:$result);
  let assemblyFormat = [{
    $values `,` $rows `,` $z (`at` $segment^)? attr-dict `:` functional-type(operands, $result)
  }];
}

def MemoryLayer_AddOuterOp : MemoryLayer_Op<"add_outer"> {
  let summary = "adds multiples of what stands outside to chosen rows";
  let description = [{
    ```mlir
    %g = memory_layer.add_outer %init, %rows, %scores, %z
        : (tensor<65536x256xf32>, tensor<512x4x16xi32>, tensor<512x4x16xf32>, tensor<512x256xf32>) -> tensor<65536x256xf32>
    ```
    `g[row, c, w] = init[row, c, w] + ` the sum over all slots with that row of `scores[t.., j.., c] * z[t.., e, c, w]`, e the
    segment of the slot (`at`). Rows that no slot names keep their bits; f16 and bf16 rows are summed in f32 and rounded once.

    Rows, cores and width of the table are split as they are. With tokens, slots or segments split the result is a partial sum,
    and so must `init` be: it counts once.

    **Constraints**
    - (C1) `init` is rows x width or rows x cores x width.
    - (C2) `scores` has the shape of `rows`, with cores one more dimension of them.
    - (C3) `z` has leading dimensions of `rows`, segments and cores where there are any, and width.
    - (C4) `segment` has the shape of `rows`.
    - (C5) the result's type is that of `init`.
  }];
  let arguments = (ins MemoryLayer_Floats:$init, MemoryLayer_Positions:$rows, MemoryLayer_Floats:$scores, MemoryLayer_Floats:$z,
                       Optional<MemoryLayer_Positions>:$segment, UnitAttr:$drop_outside);
  let results = (outs MemoryLayer_Floats:$result);
  let assemblyFormat = [{
    $init `,` $rows `,` $scores `,` $z (`at` $segment^)? attr-dict `:` functional-type(operands, $result)
  }];
}

def MemoryLayer_TuckerTopKOp : MemoryLayer_Op<"tucker_top_k", []> {
  let summary = "the k greatest elements of a grid of products that is never stored";
  let description = [{
    ```mlir
    %sums, %p, %q, %scores = memory_layer.tucker_top_k %row, %column, %core {k = 64 : i64}
        : (tensor<512x1x2x64xf32>, tensor<512x1x2x64xf32>, tensor<1x2x2x2xf32>)
        -> (tensor<512x1x64xf32>, tensor<512x1x64xi32>, tensor<512x1x64xi32>, tensor<512x1x64x2xf32>)
    ```
    The grid has an element for each pair of a column p of `row` and a column q of `column`: the sum over a of
    `row[t.., a, p] *` the sum over b of `(sum of all cores)[a, b] * column[t.., b, q]`. `sums` holds its k greatest, greatest first, `p` and `q` where
    they stand, and `scores[t.., i, c]` what core c alone gives there: they are its shares of the sum. Of equal elements the
    one with the lower `p * n + q` is greater, n the number of columns of `column`; NaN is greater than every number, -0.0 equals 0.0.

    All arithmetic is f32, f64 where an operand is, and rounded once at the end: equal is what is equal before that. Beside the
    results, memory for k elements and a few columns is used, whatever the size of the grid.

    Token dimensions are split as they are; those of `core` are the last of them (heads). Nothing else is split: every element
    of the grid takes part in the choice.

    **Constraints**
    - (C1) `core` is cores x a x b behind dimensions that are the last token dimensions of `row`.
    - (C2) `row` is tokens x a x columns, `column` the same tokens x b x columns.
    - (C3) `k` is at least 1 and at most the number of pairs; i32 counts up to 2^31 - 1 columns.
    - (C4) `sums`, `p` and `q` are tokens x k, `scores` tokens x k x cores; `sums` and `scores` have the elements of `row`.
  }];
  let arguments = (ins MemoryLayer_Floats:$row, MemoryLayer_Floats:$column, MemoryLayer_Floats:$core, I64Attr:$k);
  let results = (outs MemoryLayer_Floats:$sums, MemoryLayer_Positions:$p, MemoryLayer_Positions:$q, MemoryLayer_Floats:$scores);
  let assemblyFormat = "$row `,` $column `,` $core attr-dict `:` functional-type(operands, results)";
  let extraClassDeclaration = [{
    /// Dimensions before those of the grid, and how many of them, the last ones, `core` has.
    int64_t getNumTokenDims();
    int64_t getNumCoreTokenDims();
    /// f32, or f64 where an operand is.
    ::mlir::FloatType getSumType();
  }];
}

def MemoryLayer_Optimizer : I64EnumAttr<"Optimizer", "how the rows of a table learn", [
    I64EnumAttrCase<"LazyAdam", 0, "lazy_adam">,
    I64EnumAttrCase<"RowAdagrad", 1, "row_adagrad">]> {
  let cppNamespace = "::sbp::memory_layer";
}

def MemoryLayer_UpdateOp : MemoryLayer_Op<"update", [DeclareOpInterfaceMethods<IndexingOpInterface>,
                                                     DeclareOpInterfaceMethods<UpdatingOpInterface>, AttrSizedOperandSegments]> {
  let summary = "one step of an optimizer on the rows that slots name";
  let description = [{
    ```mlir
    %t, %m, %v = memory_layer.update lazy_adam %table, (%mean, %square), %rows, %scores, %z, %rate, %step
        : (tensor<65536x256xf32>, tensor<65536x256xf32>, tensor<65536x256xf32>, tensor<512x64xi32>, tensor<512x64xf32>,
           tensor<512x256xf32>, tensor<f32>, tensor<i64>) -> (tensor<65536x256xf32>, tensor<65536x256xf32>, tensor<65536x256xf32>)
    %u, %a = memory_layer.update row_adagrad %table, (%sums), %rows, %scores, %z, %rate, %step at %blocks {epsilon = 1.0e-10 : f64}
        : (tensor<65536x2x64xf32>, tensor<65536xf32>, tensor<512x64xi32>, tensor<512x64x2xf32>, tensor<512x4x2x64xf32>, tensor<f32>,
           tensor<i64>, tensor<512x64xi32>) -> (tensor<65536x2x64xf32>, tensor<65536xf32>)
    ```
    The gradient of a row is `G`, what `add_outer` adds to it: the sum over all slots with that row, in their order, of scores times
    z. Each row that a slot names is updated once with it, whatever the number of its slots; rows that no slot names keep their
    bits, and so do their states. The gradient of the table is never stored.

    - `lazy_adam`, states `m` and `v` of the table's shape: `m += (1 - beta1) (G - m)`, `v += (1 - beta2) (G^2 - v)`, then
      `row -= rate sqrt(1 - beta2^step) / (1 - beta1^step) * m / (sqrt(v) + epsilon)`: PyTorch's SparseAdam. `step` counts from 1 and
      is that of the optimizer, not of the row; below 1 it is 1.
    - `row_adagrad`, one number a row: `a += mean of G^2 over the row`, then `row -= rate / (sqrt(a) + epsilon) * G`.

    Arithmetic is f32, f64 where an operand of the form is, and each tensor is rounded once.

    The rows of table and states are split; `lazy_adam` also splits width and cores, `row_adagrad` takes a mean over the row and
    does not. Tokens, slots and segments are not split: the rules are not linear, so rows, scores and z travel instead of the
    gradient. On a `sbp.state` the update happens in place, so a table is read in front of its update, or in the next step.

    **Constraints**
    - (C1) table, `rows`, `scores`, `z` and `segment` fit as in `add_outer`.
    - (C2) `lazy_adam` has two states of the table's shape, `row_adagrad` one with the number of rows.
    - (C3) `rate` and `step` have no dimensions.
    - (C4) beta1 and beta2 are in [0, 1) and belong to `lazy_adam`; epsilon is at least 0.
    - (C5) the results have the types of the table and of the states.
  }];
  let arguments = (ins MemoryLayer_Optimizer:$optimizer, MemoryLayer_Floats:$table, Variadic<MemoryLayer_Floats>:$states,
                       MemoryLayer_Positions:$rows, MemoryLayer_Floats:$scores, MemoryLayer_Floats:$z, MemoryLayer_Floats:$rate,
                       MemoryLayer_Positions:$step, Optional<MemoryLayer_Positions>:$segment, OptionalAttr<F64Attr>:$beta1,
                       OptionalAttr<F64Attr>:$beta2, DefaultValuedAttr<F64Attr, "1.0e-8">:$epsilon, UnitAttr:$drop_outside);
  let results = (outs Variadic<MemoryLayer_Floats>:$updated);
  let assemblyFormat = [{
    $optimizer $table `,` `(` $states `)` `,` $rows `,` $scores `,` $z `,` $rate `,` $step (`at` $segment^)? attr-dict `:`
    functional-type(operands, $updated)
  }];
}

#endif // MEMORYLAYER_OPS
