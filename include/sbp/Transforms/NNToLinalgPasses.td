// NNToLinalgPasses.td: the conversion of nn ops to linalg
#ifndef SBP_NNTO_LINALG_PASSES
#define SBP_NNTO_LINALG_PASSES

include "mlir/Pass/PassBase.td"

def ConvertNNToLinalgPass : Pass<"sbp-convert-nn-to-linalg"> {
  let summary = "writes the ops of nn in linalg and tensor";
  let description = [{
    Before: level 2 or below, where values are local. After: no op of `nn`. A lowered op may read tensors that are not its
    operands, so it has no rule any more. Distributes nothing. Example: test/Conversion/NNToLinalg/gather.mlir.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"];
}

#endif // SBP_NNTO_LINALG_PASSES
