// CallServices.cpp: ops that the runtime has a function for become calls of it
//
// On tensors, before anything is lowered to loops. What a function does not
// take (no elements) is left to its lowering.
#include "Steps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Runtime/HostServices.h"
#include "sbp/Target/Host/IR/HostDialect.h"
#include "sbp/Target/Region/ContractionBody.h"
#include <cstddef>

using namespace mlir;
using namespace sbp;
using namespace sbp::host;

static RankedTensorType getTensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static bool hasElements(ValueRange values) {
  return llvm::all_of(values, [](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return !type || type.getNumElements() > 0;
  });
}

static Value createEmpty(OpBuilder &builder, Location loc, Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return tensor::EmptyOp::create(builder, loc, tensor.getShape(),
                                 tensor.getElementType());
}

/// f16 and bf16 are computed in f32 and rounded once.
static void callAttention(nn::AttentionOp op, IRRewriter &rewriter) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  Type type = getElementTypeOrSelf(op.getLogSumExp());
  SmallVector<Value> inputs;
  for (Value operand : op.getOperands())
    if (isa<RankedTensorType>(operand.getType()))
      inputs.push_back(castTensor(rewriter, loc, operand, type));
  auto result = getTensorType(op.getResult()).clone(type);
  SmallVector<Value> outputs = {
      createEmpty(rewriter, loc, result),
      createEmpty(rewriter, loc, op.getLogSumExp().getType())};
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(rewriter, loc, value);
  };
  SmallVector<Value> scalars = {
      op.getFirstQuery() ? op.getFirstQuery()
                         : index(op.getLastKeyOfFirstQuery()),
      op.getFirstHead() ? op.getFirstHead() : index(0)};
  ArrayRef<int64_t> q = getTensorType(op.getQuery()).getShape();
  ArrayRef<int64_t> k = getTensorType(op.getKey()).getShape();
  int64_t width = getTensorType(op.getValue()).getDimSize(3);
  int64_t scale = llvm::bit_cast<int64_t>(op.getScale().convertToDouble());
  SmallVector<int64_t> words = {q[0],           q[1],
                                k[1],           q[2],
                                k[2],           q[3],
                                width,          op.getNumSharedHeads(),
                                op.getCausal(), op.getMask() != nullptr,
                                scale};
  assert(words.size() == SBP_ATTENTION_WORDS);
  int64_t service = type.isF64() ? offsetof(sbp_host_services, attention_f64)
                                 : offsetof(sbp_host_services, attention_f32);
  int64_t flops = 2 * q[0] * q[1] * q[2] * k[2] * (q[3] + width);
  auto call = CallOp::create(rewriter, loc,
                             TypeRange{result, op.getLogSumExp().getType()},
                             inputs, scalars, outputs, service, words, flops);
  rewriter.replaceOp(op, {castTensor(rewriter, loc, call.getResult(0),
                                     getElementTypeOrSelf(op.getResult())),
                          call.getResult(1)});
}

LogicalResult sbp::host::callServices(func::FuncOp region) {
  IRRewriter rewriter(region.getContext());
  SmallVector<nn::AttentionOp> attentions;
  region.walk([&](nn::AttentionOp op) {
    if (hasElements(op.getOperands()) && hasElements(op.getResults()))
      attentions.push_back(op);
  });
  for (nn::AttentionOp op : attentions)
    callAttention(op, rewriter);
  return success();
}
