// AttentionWork.cpp: the cost of one execution of nn.attention

#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

/// Two products and the softmax between them, of which nothing is stored. The
/// first product does not shrink where the width of the value is split. Heads
/// count, not their groups, where both are factors. Keys that no query of a
/// block sees by its position are left out; the last of causal queries see the
/// most.
OpWork AttentionOp::getWork() {
  enum { Batch, Groups, Queries, Keys, Width, ValueWidth, Heads };
  OpWork work = makeWork(*this, OpWork::Traffic::Whole, /*writes=*/true);
  for (unsigned i = 0; i < getNumOperands(); ++i)
    if (getOperand(i).getType().isIndex())
      work.reads[i] = OpWork::Traffic::None;
  auto query = cast<RankedTensorType>(getQuery().getType());
  int64_t keys = cast<RankedTensorType>(getKey().getType()).getDimSize(2);
  int64_t queries = query.getDimSize(2);
  int64_t offset = getStaticOffset().value_or(getDefaultFirstQuery());
  std::optional<KeyWindow> window = getKeyWindow();
  double share = 1, skew = 1;
  if (window && queries > 0 && keys > 0) {
    double pairs = std::max(1.0, window->countPairs(queries, keys, offset));
    share = pairs / (static_cast<double>(queries) * keys);
    double most = window->countMostKeys(queries, keys, offset);
    skew = std::max(1.0, most / (share * keys));
  }
  double scores = countElements(getLogSumExp()) * keys * share;
  // If keys are hidden, rows that see none are found by their maxima and
  // sums, and hidden keys by their mask.
  double perGuard = getMask() || window ? 2 : 0;
  double perScore = 4 + perGuard + (getMask() ? 3 : 0) + (window ? 3 : 0);
  auto addPart = [&](double flops, WorkClass kind, bool isDividedByValue) {
    OpWork::Part &part = work.parts.emplace_back();
    part.flops = flops;
    part.kind = kind;
    if (!isDividedByValue)
      part.undividedBy.push_back(ValueWidth);
    if (getNumSharedHeads() > 1)
      part.undividedBy.push_back(Groups);
    if (share < 1 || getWindow()) {
      part.skewedBy = Queries;
      part.skew = skew;
    }
  };
  addPart(scores * 2 * query.getDimSize(3), WorkClass::Attention,
          /*isDividedByValue=*/false);
  // A logarithm and a sum for each query; each of its results is divided.
  addPart(scores * perScore + countElements(getLogSumExp()),
          WorkClass::Elementwise, /*isDividedByValue=*/false);
  addPart(scores + countElements(getLogSumExp()), WorkClass::Functions,
          /*isDividedByValue=*/false);
  double results = countElements(getResult());
  addPart(results * (2 * keys * share + 1 + perGuard), WorkClass::Attention,
          /*isDividedByValue=*/true);
  return work;
}
