//===- CUDAOps.td - ops that the CUDA target combines from others ---------===//
#ifndef CUDA_OPS
#define CUDA_OPS

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def CUDA_Dialect : Dialect {
  let name = "cuda";
  let summary = "ops that one kernel computes, inside of the CUDA target alone";
  let cppNamespace = "::sbp::cuda";
}

def CUDA_ProductKeysOp : Op<CUDA_Dialect, "product_keys", [Pure]> {
  let summary = "retrieval by product keys: two choices and the choice among sums of their pairs";
  let description = [{
    Chooses the m greatest of `row` and of `column` along the last dimension, and among the sums of the chosen pairs (`rowPlaces[p]`,
    `columnPlaces[p]`) the greatest, whose sums and p it returns beside the indices of the first choices. Order and ties are those of
    `nn.top_k`. With `side` = d, `row` and `column` are the same tensor, whose dimension d has the two sides; there is one tensor of
    indices of that layout then, else two.
  }];
  let arguments = (ins AnyRankedTensor:$row, AnyRankedTensor:$column, AnyRankedTensor:$rowPlaces, AnyRankedTensor:$columnPlaces,
                       OptionalAttr<I64Attr>:$side);
  let results = (outs Variadic<AnyRankedTensor>:$indices, AnyRankedTensor:$best, AnyRankedTensor:$places);
  let assemblyFormat = [{
    $row `,` $column `at` $rowPlaces `,` $columnPlaces attr-dict `:` functional-type(operands, results)
  }];
}

#endif // CUDA_OPS
