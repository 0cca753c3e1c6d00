//===- NNOps.td - ops of models -------------------------------------------===//
#ifndef NN_OPS
#define NN_OPS

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "sbp/Dialect/NN/IR/NNDialect.td"
include "sbp/Dialect/NN/IR/NNInterfaces.td"
include "sbp/Interfaces/SBPOpInterface.td"

class NN_Op<string mnemonic, list<Trait> traits = []>
    : Op<NN_Dialect, mnemonic,
         !listconcat(traits, [DeclareOpInterfaceMethods<SBPOpInterface>,
                              DeclareOpInterfaceMethods<NNLoweringOpInterface>])>;

def NN_GatherOp : NN_Op<"gather", [Pure]> {
  let summary = "slices of a tensor chosen by indices along one dimension";
  let description = [{
    ```mlir
    %r = nn.gather %data, %indices {axis = 0 : i64} : (tensor<30522x384xf32>, tensor<8x32xi64>) -> tensor<8x32x384xf32>
    ```
    The shape of `indices` takes the place of dimension `axis` of `data`:
    `r[a.., i.., b..] = data[a.., indices[i..], b..]`. Indices count from 0 and must lie below the size of that dimension;
    those that come from an input are checked once per step.

    `indices` may be split along any dimension, `data` along any but `axis`. With `data` split along `axis` each rank
    gathers what it holds and writes zeros for the rest: a partial sum (of i1: a partial `or`).

    **Constraints**
    - (C1) `axis` names a dimension of `data`.
    - (C2) the result's shape is that of `data` with dimension `axis` replaced by the shape of `indices`.
    - (C3) the result's element type is that of `data`.
  }];
  let arguments = (ins AnyStaticShapeTensor:$data, StaticShapeTensorOf<[I32, I64]>:$indices, I64Attr:$axis);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat = "$data `,` $indices attr-dict `:` functional-type(operands, $result)";
  let hasVerifier = 1;
  let builders = [OpBuilder<(ins "::mlir::Value":$data, "::mlir::Value":$indices, "int64_t":$axis)>];
  let extraClassDeclaration = [{
    /// (C2): `data` with dimension `axis` replaced by the shape of `indices`.
    static ::llvm::SmallVector<int64_t> getResultShape(::llvm::ArrayRef<int64_t> data, ::llvm::ArrayRef<int64_t> indices,
                                                       int64_t axis);
  }];
}

#endif // NN_OPS
