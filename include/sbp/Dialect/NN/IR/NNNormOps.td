// NNNormOps.td: normalisation of trailing dimensions
#ifndef NN_NORM_OPS
#define NN_NORM_OPS

include "sbp/Dialect/NN/IR/NNBase.td"

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

#endif // NN_NORM_OPS
