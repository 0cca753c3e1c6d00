// NNDialect.td: the nn dialect
#ifndef NN_DIALECT
#define NN_DIALECT

include "mlir/IR/DialectBase.td"

def NN_Dialect : Dialect {
  let name = "nn";
  let summary = "what models do that linalg cannot say as an op on operands";
  let cppNamespace = "::sbp::nn";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect", "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"];
}

#endif // NN_DIALECT
