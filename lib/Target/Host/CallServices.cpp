// CallServices.cpp: turns ops that the service table implements into calls
//
// Runs on tensors, before anything is lowered to loops. Operands that a
// function does not support, such as empty ones, are left to the op's own
// lowering.
#include "Steps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Interfaces/TensorTypes.h"
#include "sbp/Runtime/HostServices.h"
#include "sbp/Target/Host/IR/HostDialect.h"
#include "sbp/Target/Region/ContractionBody.h"
#include <cstddef>
#include <numeric>

using namespace mlir;
using namespace sbp;
using namespace sbp::host;

/// Returns whether no tensor is empty.
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

/// Returns the kind of mask by position, as HostServices.h numbers it.
template <typename Op> static int64_t getPositions(Op op) {
  if (op.getWindow())
    return SBP_ATTENTION_WINDOW;
  return op.getCausal() ? SBP_ATTENTION_CAUSAL : SBP_ATTENTION_ALL;
}

/// Returns the number of (query, key) pairs per head that are computed.
static int64_t countPairs(nn::AttentionOp op) {
  int64_t queries = getTensorType(op.getQuery()).getDimSize(2);
  int64_t keys = getTensorType(op.getKey()).getDimSize(2);
  if (!op.getWindow())
    return queries * keys;
  int64_t offset = op.getStaticOffset().value_or(op.getDefaultFirstQuery());
  return op.getKeyWindow()->countPairs(queries, keys, offset);
}

/// Returns the words that attention and its gradient share.
template <typename Op> static SmallVector<int64_t> describeAttention(Op op) {
  ArrayRef<int64_t> q = getTensorType(op.getQuery()).getShape();
  ArrayRef<int64_t> k = getTensorType(op.getKey()).getShape();
  SmallVector<int64_t> words = {
      q[0],
      q[1],
      k[1],
      q[2],
      k[2],
      q[3],
      getTensorType(op.getValue()).getDimSize(3),
      op.getNumSharedHeads(),
      getPositions(op),
      op.getMask() != nullptr,
      llvm::bit_cast<int64_t>(op.getScale().convertToDouble())};
  assert(words.size() == SBP_ATTENTION_WORDS);
  return words;
}

/// Returns the tensors among the operands of an op in another element type.
static SmallVector<Value> castTensors(IRRewriter &rewriter, Operation *op,
                                      Type type) {
  SmallVector<Value> tensors;
  for (Value operand : op->getOperands())
    if (isa<RankedTensorType>(operand.getType()))
      tensors.push_back(castTensor(rewriter, op->getLoc(), operand, type));
  return tensors;
}

/// Calls the attention service of the table. f16 and bf16 are computed in f32
/// and rounded once.
static void callAttention(nn::AttentionOp op, IRRewriter &rewriter) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  Type type = getElementTypeOrSelf(op.getLogSumExp());
  SmallVector<Value> inputs = castTensors(rewriter, op, type);
  auto result = getTensorType(op.getResult()).clone(type);
  SmallVector<Value> outputs = {
      createEmpty(rewriter, loc, result),
      createEmpty(rewriter, loc, op.getLogSumExp().getType())};
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(rewriter, loc, value);
  };
  SmallVector<Value> scalars = {
      op.getFirstQuery() ? op.getFirstQuery()
                         : index(op.getDefaultFirstQuery()),
      op.getFirstHead() ? op.getFirstHead() : index(0)};
  if (op.getWindow())
    scalars.push_back(op.getFirstKey() ? op.getFirstKey() : index(0));
  SmallVector<int64_t> words = describeAttention(op);
  if (op.getWindow())
    llvm::append_range(words, *op.getWindow());
  int64_t service = type.isF64() ? offsetof(sbp_host_services, attention_f64)
                                 : offsetof(sbp_host_services, attention_f32);
  ArrayRef<int64_t> q = getTensorType(op.getQuery()).getShape();
  int64_t width = getTensorType(op.getValue()).getDimSize(3);
  int64_t flops = 2 * q[0] * q[1] * countPairs(op) * (q[3] + width);
  auto call = CallOp::create(rewriter, loc,
                             TypeRange{result, op.getLogSumExp().getType()},
                             inputs, scalars, outputs, service, words, flops,
                             /*dense=*/false);
  rewriter.replaceOp(op, {castTensor(rewriter, loc, call.getResult(0),
                                     getElementTypeOrSelf(op.getResult())),
                          call.getResult(1)});
}

/// The service does not sum the gradient of a mask.
static bool hasGradientService(nn::AttentionGradientOp op) {
  return !op.getMaskGradient();
}

/// Calls the service for the gradient of attention, which stores no scores.
/// f16 and bf16 are computed in f32 and rounded once.
static void callAttentionGradient(nn::AttentionGradientOp op,
                                  IRRewriter &rewriter) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  Type type = getElementTypeOrSelf(op.getLogSumExp());
  SmallVector<Value> inputs = castTensors(rewriter, op, type), outputs;
  SmallVector<Type> types;
  for (Value result : op.getResults()) {
    types.push_back(getTensorType(result).clone(type));
    outputs.push_back(createEmpty(rewriter, loc, types.back()));
  }
  auto orIndex = [&](Value value, int64_t otherwise) -> Value {
    return value ? value
                 : arith::ConstantIndexOp::create(rewriter, loc, otherwise);
  };
  Value firstQuery = orIndex(op.getFirstQuery(), op.getDefaultFirstQuery());
  SmallVector<Value> scalars = {firstQuery, orIndex({}, 0),
                                orIndex(op.getFirstKey(), 0)};
  // A causal call has no position of key 0: positions are relative to it.
  if (!op.getWindow() && op.getFirstKey())
    scalars[0] =
        arith::SubIOp::create(rewriter, loc, firstQuery, op.getFirstKey());
  const int64_t none[] = {0, 0};
  SmallVector<int64_t> words = describeAttention(op);
  llvm::append_range(words, op.getWindow().value_or(none));
  words.push_back(op.getCotangent() != nullptr);
  words.push_back(op.getSumsCotangent() != nullptr);
  assert(words.size() == SBP_ATTENTION_GRADIENT_WORDS);
  int64_t service = type.isF64()
                        ? offsetof(sbp_host_services, attention_gradient_f64)
                        : offsetof(sbp_host_services, attention_gradient_f32);
  ArrayRef<int64_t> q = getTensorType(op.getQuery()).getShape();
  int64_t keys = getTensorType(op.getKey()).getDimSize(2);
  int64_t width = getTensorType(op.getValue()).getDimSize(3);
  int64_t perScore = 3 * q[3] + (op.getCotangent() ? 2 * width : 0);
  int64_t flops = 2 * q[0] * q[1] * q[2] * keys * perScore;
  auto call = CallOp::create(rewriter, loc, types, inputs, scalars, outputs,
                             service, words, flops, /*dense=*/false);
  SmallVector<Value> results;
  for (auto [result, computed] :
       llvm::zip_equal(op.getResults(), call.getResults()))
    results.push_back(
        castTensor(rewriter, loc, computed, getElementTypeOrSelf(result)));
  rewriter.replaceOp(op, results);
}

/// The service supports i32, f32 and types exact in f32, along one dim without
/// blocks.
static bool hasTopKService(nn::TopKOp op) {
  Type type = getElementTypeOrSelf(op.getInput());
  return (type.isF32() || type.isBF16() || type.isF16() ||
          type.isInteger(32)) &&
         !op.getPositions() && op.getBlocks().value_or(1) == 1 &&
         getTensorType(op.getInput()).getDimSize(op.getAxis()) <
             std::numeric_limits<int32_t>::max();
}

static void callTopK(nn::TopKOp op, IRRewriter &rewriter) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  auto input = getTensorType(op.getInput());
  Type element = input.getElementType();
  bool isInteger = element.isInteger(32);
  Type type = isInteger ? element : rewriter.getF32Type();
  Value data = isInteger ? op.getInput()
                         : castTensor(rewriter, loc, op.getInput(), type);
  ArrayRef<int64_t> shape = input.getShape();
  int64_t axis = op.getAxis(), columns = shape[axis], k = op.getK();
  auto count = [](ArrayRef<int64_t> sizes) {
    return std::accumulate(sizes.begin(), sizes.end(), int64_t(1),
                           std::multiplies<int64_t>());
  };
  // Space for candidates: three times k, or all columns.
  int64_t room = std::min(3 * std::min(k, columns) + 64, columns) + 16;
  bool isLong = getElementTypeOrSelf(op.getIndices()).isInteger(64);
  SmallVector<int64_t> words = {count(shape.take_front(axis)),
                                columns,
                                count(shape.drop_front(axis + 1)),
                                k,
                                isInteger,
                                isLong,
                                room};
  assert(words.size() == SBP_TOP_K_WORDS);
  auto values = getTensorType(op.getValues()).clone(type);
  auto scratch = RankedTensorType::get({room + columns}, rewriter.getI64Type());
  SmallVector<Type> types = {values, op.getIndices().getType(), scratch};
  SmallVector<Value> outputs;
  for (Type type : types)
    outputs.push_back(createEmpty(rewriter, loc, type));
  auto call =
      CallOp::create(rewriter, loc, types, data, ValueRange(), outputs,
                     offsetof(sbp_host_services, top_k), words, /*flops=*/0,
                     /*dense=*/true);
  Value found = call.getResult(0);
  if (!isInteger)
    found = castTensor(rewriter, loc, found, element);
  rewriter.replaceOp(op, {found, call.getResult(1)});
}

LogicalResult sbp::host::callServices(func::FuncOp region) {
  IRRewriter rewriter(region.getContext());
  SmallVector<nn::AttentionOp> attentions;
  SmallVector<nn::AttentionGradientOp> gradients;
  SmallVector<nn::TopKOp> topKs;
  region.walk([&](Operation *op) {
    if (!hasElements(op->getOperands()) || !hasElements(op->getResults()))
      return;
    if (auto attention = dyn_cast<nn::AttentionOp>(op))
      attentions.push_back(attention);
    if (auto gradient = dyn_cast<nn::AttentionGradientOp>(op);
        gradient && hasGradientService(gradient))
      gradients.push_back(gradient);
    if (auto topK = dyn_cast<nn::TopKOp>(op); topK && hasTopKService(topK))
      topKs.push_back(topK);
  });
  for (nn::AttentionOp op : attentions)
    callAttention(op, rewriter);
  for (nn::AttentionGradientOp op : gradients)
    callAttentionGradient(op, rewriter);
  for (nn::TopKOp op : topKs)
    callTopK(op, rewriter);
  return success();
}
