// NNLossOps.td: losses
#ifndef NN_LOSS_OPS
#define NN_LOSS_OPS

include "sbp/Dialect/NN/IR/NNBase.td"

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

#endif // NN_LOSS_OPS
