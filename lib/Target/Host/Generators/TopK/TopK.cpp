// TopK.cpp: calls the service that chooses the largest elements
#include "Generator.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Interfaces/TensorTypes.h"
#include "sbp/Runtime/HostServices.h"
#include "sbp/Target/Host/IR/HostDialect.h"
#include "sbp/Target/Region/ContractionBody.h"
#include <cstddef>
#include <limits>
#include <numeric>

using namespace mlir;
using namespace sbp;
using namespace sbp::host;
using sbp::region::castTensor;

namespace {
class TopKGenerator final : public OpGenerator<nn::TopKOp> {
  /// The service supports i32, f32 and types exact in f32, along one dim
  /// without blocks.
  bool supports(nn::TopKOp op) const override {
    Type type = getElementTypeOrSelf(op.getInput());
    return (type.isF32() || type.isBF16() || type.isF16() ||
            type.isInteger(32)) &&
           !op.getPositions() && op.getBlocks().value_or(1) == 1 &&
           getTensorType(op.getInput()).getDimSize(op.getAxis()) <
               std::numeric_limits<int32_t>::max();
  }
  void call(nn::TopKOp op, IRRewriter &rewriter) const override {
    Location loc = op.getLoc();
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
    auto scratch =
        RankedTensorType::get({room + columns}, rewriter.getI64Type());
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
};
} // namespace

namespace sbp::host {
void registerTopK(GeneratorList &generators) {
  generators.push_back(std::make_unique<TopKGenerator>());
}
} // namespace sbp::host
