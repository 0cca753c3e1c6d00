// Register.cpp: attaches the derivatives when their dialects are loaded

#include "Models.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectRegistry.h"
#include "sbp/Dialect/MemoryLayer/IR/MemoryLayerDialect.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/ExternalModels/Differentiation.h"

using namespace mlir;

namespace sbp {

void registerDifferentiationModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, arith::ArithDialect *) {
    attachArithDerivatives(context);
  });
  registry.addExtension(+[](MLIRContext *context, math::MathDialect *) {
    attachMathDerivatives(context);
  });
  registry.addExtension(+[](MLIRContext *context, linalg::LinalgDialect *) {
    attachLinalgAdjoints(context);
  });
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    attachTensorAdjoints(context);
  });
  registry.addExtension(+[](MLIRContext *context, nn::NNDialect *) {
    // Adjoints are built from ops of these.
    context->loadDialect<arith::ArithDialect, linalg::LinalgDialect,
                         math::MathDialect, tensor::TensorDialect>();
    attachNNAdjoints(context);
  });
  registry.addExtension(
      +[](MLIRContext *context, memory_layer::MemoryLayerDialect *) {
        context->loadDialect<arith::ArithDialect, linalg::LinalgDialect,
                             nn::NNDialect, tensor::TensorDialect>();
        attachMemoryLayerAdjoints(context);
      });
  registry.addExtension(
      +[](MLIRContext *context, SBPDialect *) { attachSBPAdjoints(context); });
}

} // namespace sbp
