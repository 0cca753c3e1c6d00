// Attention.cpp: calls the service for attention
#include "AttentionWords.h"
#include "Generator.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sbp/Target/Host/IR/HostDialect.h"
#include <cstddef>

using namespace mlir;
using namespace sbp;
using namespace sbp::host;
using sbp::region::castTensor;

/// Returns the number of (query, key) pairs per head that are computed.
static int64_t countPairs(nn::AttentionOp op) {
  int64_t queries = getTensorType(op.getQuery()).getDimSize(2);
  int64_t keys = getTensorType(op.getKey()).getDimSize(2);
  if (!op.getWindow())
    return queries * keys;
  int64_t offset = op.getStaticOffset().value_or(op.getDefaultFirstQuery());
  return op.getKeyWindow()->countPairs(queries, keys, offset);
}

namespace {
/// Calls the attention service of the table. f16 and bf16 are computed in f32
/// and rounded once.
class AttentionGenerator final : public OpGenerator<nn::AttentionOp> {
  void call(nn::AttentionOp op, IRRewriter &rewriter) const override {
    Location loc = op.getLoc();
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
};
} // namespace

namespace sbp::host {
void registerAttention(GeneratorList &generators) {
  generators.push_back(std::make_unique<AttentionGenerator>());
}
} // namespace sbp::host
