//===- NNOrderOps.td - ops that put elements in order ---------------------===//
//
// One order for all of them: floats by value, -0.0 equal to 0.0, NaN above everything and equal to NaN; integers signed; i1
// false below true. Of equal elements the one with the lower index comes first.
//
//===----------------------------------------------------------------------===//
#ifndef NN_ORDER_OPS
#define NN_ORDER_OPS

include "sbp/Dialect/NN/IR/NNOps.td"

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

#endif // NN_ORDER_OPS
