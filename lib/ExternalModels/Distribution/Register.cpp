// Register.cpp: SBPOpInterface for upstream dialects

#include "../TensorAccess/Models.h"
#include "Models.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectRegistry.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/ExternalModels/Distribution.h"

using namespace mlir;

namespace sbp {

void registerDistributionModels(DialectRegistry &registry) {
  registry.insert<arith::ArithDialect, linalg::LinalgDialect, math::MathDialect,
                  SBPDialect, tensor::TensorDialect>();
  registry.addExtension(+[](MLIRContext *context, linalg::LinalgDialect *) {
    attachLinalgModels(context);
    attachLinalgGuards(context);
    // The models build ops of these when they build local code.
    context->loadDialect<arith::ArithDialect, tensor::TensorDialect>();
  });
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    context->loadDialect<arith::ArithDialect, linalg::LinalgDialect>();
    attachTensorModels(context);
    attachIndexModels(context);
    attachMovementModels(context);
    attachTensorGuards(context);
  });
  registry.addExtension(+[](MLIRContext *context, arith::ArithDialect *) {
    attachArithModels(context);
    attachCastModels(context);
    context->loadDialect<tensor::TensorDialect>();
  });
  registry.addExtension(
      +[](MLIRContext *context, SBPDialect *) { attachEdgeModels(context); });
  registry.addExtension(+[](MLIRContext *context, math::MathDialect *) {
    attachMathModels(context);
  });
}

} // namespace sbp
