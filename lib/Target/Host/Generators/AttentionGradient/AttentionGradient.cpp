// AttentionGradient.cpp: calls the service for the gradient of attention
#include "../Attention/AttentionWords.h"
#include "Generator.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sbp/Target/Host/IR/HostDialect.h"
#include <cstddef>

using namespace mlir;
using namespace sbp;
using namespace sbp::host;
using sbp::region::castTensor;

namespace {
/// Calls the service for the gradient of attention, which stores no scores.
/// f16 and bf16 are computed in f32 and rounded once.
class AttentionGradientGenerator final
    : public OpGenerator<nn::AttentionGradientOp> {
  /// The service does not sum the gradient of a mask.
  bool supports(nn::AttentionGradientOp op) const override {
    return !op.getMaskGradient();
  }
  void call(nn::AttentionGradientOp op, IRRewriter &rewriter) const override {
    Location loc = op.getLoc();
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
};
} // namespace

namespace sbp::host {
void registerAttentionGradient(GeneratorList &generators) {
  generators.push_back(std::make_unique<AttentionGradientGenerator>());
}
} // namespace sbp::host
