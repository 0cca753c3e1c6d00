// Attention.cpp: the adjoint of nn.attention

#include "Models.h"
#include "NNAdjoint.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"

using namespace mlir;
using namespace sbp;

namespace {
struct AttentionAdjoint
    : DifferentiableOpInterface::ExternalModel<AttentionAdjoint,
                                               nn::AttentionOp> {
  FailureOr<SmallVector<Value>> buildAdjoint(Operation *operation,
                                             OpBuilder &builder,
                                             ArrayRef<Value> cotangents,
                                             const BitVector &needed) const {
    auto op = cast<nn::AttentionOp>(operation);
    if (op.getFirstHead() || op.getFirstQuery() || op.getFirstKey())
      return op.emitOpError() << "of a piece of the heads or positions has no "
                                 "derivative; write it on the whole tensors";
    bool needsMask = op.getMask() && needed.test(3);
    auto gradient = nn::AttentionGradientOp::create(
        builder, getAdjointLoc(op), op.getQuery().getType(),
        op.getKey().getType(), op.getValue().getType(),
        needsMask ? op.getMask().getType() : Type(), op.getQuery(), op.getKey(),
        op.getValue(), op.getMask(), op.getResult(), op.getLogSumExp(),
        cotangents[0], cotangents[1], /*first_query=*/Value(),
        /*first_key=*/Value(), op.getScaleAttr(), op.getCausalAttr(),
        op.getWindowAttr());
    SmallVector<Value> result(op->getNumOperands());
    for (auto [number, value] : llvm::enumerate(gradient.getResults()))
      if (needed.test(number))
        result[number] = value;
    return result;
  }
};

/// A gradient of a gradient is that of the parts.
struct AttentionGradientAdjoint
    : DifferentiableOpInterface::ExternalModel<AttentionGradientAdjoint,
                                               nn::AttentionGradientOp> {
  bool isDifferentiatedInParts(Operation *) const { return true; }
  FailureOr<SmallVector<Value>> buildAdjoint(Operation *, OpBuilder &,
                                             ArrayRef<Value>,
                                             const BitVector &) const {
    llvm_unreachable("differentiated in parts");
  }
};
} // namespace

void sbp::attachAttentionAdjoint(MLIRContext *context) {
  nn::AttentionGradientOp::attachInterface<AttentionGradientAdjoint>(*context);
  nn::AttentionOp::attachInterface<AttentionAdjoint>(*context);
}
