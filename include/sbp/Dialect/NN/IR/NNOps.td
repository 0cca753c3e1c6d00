// NNOps.td: ops of models
#ifndef NN_OPS
#define NN_OPS

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "sbp/Dialect/NN/IR/NNDialect.td"
include "sbp/Interfaces/OptimizerInterface.td"
include "sbp/Interfaces/TensorInterfaces.td"
include "sbp/Interfaces/SBPOpInterface.td"

class NN_Op<string mnemonic, list<Trait> traits = []>
    : Op<NN_Dialect, mnemonic,
         !listconcat(traits, [DeclareOpInterfaceMethods<SBPOpInterface, ["getWork"]>,
                              DeclareOpInterfaceMethods<LoweringOpInterface>])>;

/// An op with a decomposed form in linalg, its alternative `parts`: the op itself where no blocked dimension is split,
/// its parts where one is.
class NN_CompositeOp<string mnemonic, list<Trait> traits = []>
    : Op<NN_Dialect, mnemonic,
         !listconcat(traits, [Pure, DeclareOpInterfaceMethods<SBPOpInterface, ["getAlternatives", "getWork"]>,
                              DeclareOpInterfaceMethods<LoweringOpInterface>])> {
  let hasVerifier = 1;
  let extraClassDefinition = [{
    ::llvm::FailureOr<::llvm::SmallVector<::mlir::Value>>
    $cppClass::buildLocal(::mlir::OpBuilder &builder, const ::sbp::Signature &signature, ::mlir::ValueRange locals,
                          ::sbp::ShardContext &context) {
      return ::sbp::buildLocalByCloning(*this, builder, signature, locals, context);
    }
    ::llvm::SmallVector<::sbp::Alternative> $cppClass::getAlternatives(const ::sbp::Placement &) {
      return {{"parts", [op = *this](::mlir::OpBuilder &builder) mutable { return op.lowerToLinalg(builder); }}};
    }
  }];
}

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
    /// (C2): `data` with dimension `axis` replaced by the shape of `indices` behind its batch dimensions.
    static ::llvm::SmallVector<int64_t> getResultShape(::llvm::ArrayRef<int64_t> data, ::llvm::ArrayRef<int64_t> indices,
                                                       int64_t axis, int64_t batchDims);
    /// Dimensions of `indices` that stand in place of `axis`.
    int64_t getNumIndexDims();
    /// Dimensions of the result -> those of `indices`.
    ::mlir::AffineMap getIndicesMap();
  }];
}

def NN_LayerNormOp : NN_CompositeOp<"layer_norm"> {
  let summary = "normalises the trailing dimensions to mean 0 and variance 1, then scales and shifts";
  let description = [{
    ```mlir
    %y = nn.layer_norm %x, %weight, %bias {epsilon = 1.0e-5 : f64}
        : (tensor<8x32x384xf32>, tensor<384xf32>, tensor<384xf32>) -> tensor<8x32x384xf32>
    ```
    `y = (x - mean) / sqrt(variance + epsilon) * weight + bias` over the dimensions that `weight` has; the variance is the
    mean of squares of `x - mean`. f16 and bf16 are computed in f32 and rounded once. Split along a
    normalised dimension, in parts, two reductions of the size of the leading dimensions travel.

    **Constraints**
    - (C1) `weight` and `bias` have the trailing dimensions of `input`, at least one.
    - (C2) all element types are equal; the result's type is that of `input`.
  }];
  let arguments = (ins StaticShapeTensorOf<[AnyFloat]>:$input, StaticShapeTensorOf<[AnyFloat]>:$weight,
                       StaticShapeTensorOf<[AnyFloat]>:$bias, F64Attr:$epsilon);
  let results = (outs StaticShapeTensorOf<[AnyFloat]>:$result);
  let assemblyFormat = "$input `,` $weight `,` $bias attr-dict `:` functional-type(operands, $result)";
}

def NN_RMSNormOp : NN_CompositeOp<"rms_norm"> {
  let summary = "divides by the root of the mean of squares of the trailing dimensions, then scales";
  let description = [{
    ```mlir
    %y = nn.rms_norm %x, %weight {epsilon = 1.0e-6 : f64} : (tensor<8x32x384xf32>, tensor<384xf32>) -> tensor<8x32x384xf32>
    ```
    `y = x / sqrt(mean(x * x) + epsilon) * weight` over the dimensions that `weight` has. f16 and bf16 are computed in f32
    and rounded once. Split along a normalised dimension, in parts, one reduction of the size of the leading dimensions travels.

    **Constraints**
    - (C1) `weight` has the trailing dimensions of `input`, at least one.
    - (C2) all element types are equal; the result's type is that of `input`.
  }];
  let arguments = (ins StaticShapeTensorOf<[AnyFloat]>:$input, StaticShapeTensorOf<[AnyFloat]>:$weight, F64Attr:$epsilon);
  let results = (outs StaticShapeTensorOf<[AnyFloat]>:$result);
  let assemblyFormat = "$input `,` $weight attr-dict `:` functional-type(operands, $result)";
}

def NN_CrossEntropyOp : NN_CompositeOp<"cross_entropy"> {
  let summary = "-log(softmax(logits)[target]) along the last dimension";
  let description = [{
    ```mlir
    %loss = nn.cross_entropy %logits, %targets : (tensor<4x256x50257xf32>, tensor<4x256xi64>) -> tensor<4x256xf32>
    %loss, %lse = nn.cross_entropy %logits, %targets
        : (tensor<4x256x50257xf32>, tensor<4x256xi64>) -> (tensor<4x256xf32>, tensor<4x256xf32>)
    ```
    Targets count classes from 0; a target that is no class gives the logarithm of the sum of exponentials, which is the optional
    second result. The loss of f16 and bf16 logits is f32. Split along the classes, in parts, three reductions of the size of
    `targets` travel, never the logits; the gradient, which reads the second result, reduces nothing.

    **Constraints**
    - (C1) `targets` has the dimensions of `logits` but the last.
    - (C2) the results have the shape of `targets`, in f32 for f16 and bf16 logits and in their type otherwise.
  }];
  let arguments = (ins StaticShapeTensorOf<[AnyFloat]>:$logits, StaticShapeTensorOf<[I32, I64]>:$targets);
  let results = (outs StaticShapeTensorOf<[AnyFloat]>:$loss, Optional<StaticShapeTensorOf<[AnyFloat]>>:$log_sum_exp);
  let assemblyFormat = "$logits `,` $targets attr-dict `:` functional-type(operands, results)";
}

def NN_AttentionOp : NN_CompositeOp<"attention", [AttrSizedOperandSegments]> {
  let summary = "softmax(scale * query * key^T + mask) * value, and the logarithm of the sums";
  let description = [{
    ```mlir
    %y, %lse = nn.attention %q, %k, %v {scale = 0.125 : f64, causal}
        : (tensor<4x12x256x64xf32>, tensor<4x12x256x64xf32>, tensor<4x12x256x64xf32>)
        -> (tensor<4x12x256x64xf32>, tensor<4x12x256xf32>)
    ```
    Dimensions are batch, heads, positions, width. With grouped heads, `g` query heads in sequence share one head of key and
    value. `mask` is added to the scaled scores; its dimensions are those of the scores or 1. With `causal`, query `i` of `s` sees the keys
    up to `i + t - s` of `t`. A row that sees nothing is NaN. The second result is the logarithm of the sum of
    exponentials of each row. f16 and bf16 are computed in f32 and rounded once.

    With `window = array<i64: back, forward>`, query `i` sees key `j` iff `i + t - s - back <= j <= i + t - s + forward`:
    ```mlir
    %y, %lse = nn.attention %q, %k, %v {scale = 0.125 : f64, causal, window = array<i64: 127, 0>}
        : (tensor<1x8x4096x64xf32>, tensor<1x2x4096x64xf32>, tensor<1x2x4096x64xf32>)
        -> (tensor<1x8x4096x64xf32>, tensor<1x8x4096xf32>)
    ```
    A key outside of the window is not read: an infinity or a NaN there has no effect, whereas the value of a key that `causal`
    or `mask` hides is multiplied by 0. Masks that are computed from positions become `causal` and `window` at import
    (sbp-raise-masks).

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
    /// Returns the position of query 0 where `first_query` is not given: the last query is beside the last key.
    int64_t getDefaultFirstQuery();
    /// Returns the position of query 0 relative to key 0, if it is a constant.
    std::optional<int64_t> getStaticOffset();
    /// Returns which keys the queries see by their positions, or nothing where they see all.
    std::optional<::sbp::nn::KeyWindow> getKeyWindow();
  }];
}

include "sbp/Dialect/NN/IR/NNScanOps.td"
include "sbp/Dialect/NN/IR/NNScatterOps.td"
include "sbp/Dialect/NN/IR/NNOrderOps.td"
include "sbp/Dialect/NN/IR/NNRandomOps.td"
include "sbp/Dialect/NN/IR/NNGradientOps.td"
include "sbp/Dialect/NN/IR/NNOptimizerOps.td"

#endif // NN_OPS
