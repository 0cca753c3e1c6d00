// TensorAttention.cpp: attention on the tensor cores of warps
//
// Attention of bf16 and f16 as one kernel that stores no scores, on every GPU
// whose warps multiply matrices (mma.sync). Widths are multiples of 8 up to
// 128; other types and widths are left to products and softmax.
#include "Attention/ForwardVariants.h"
#include "Plan/OpGenerator.h"
#include "Plan/TensorMaps.h"
#include "TensorForward.h"

using namespace mlir;
using namespace sbp::cuda;

namespace {
/// A schedule without durations, which follow from the rates of a chip.
struct WarpSizes {
  int64_t consumers, tileKeys, stages;
  double share; ///< of the chip's rate of products
};

class TensorAttention : public SingleOpGenerator {
public:
  StringRef getName() const override { return "tensor_attention"; }
  void match(Window window, const Chip &chip,
             SmallVectorImpl<Candidate> &candidates) const override;
  LogicalResult emit(const Candidate &candidate, Window ops,
                     LaunchPlan &plan) const override;
};
} // namespace

/// Shares are estimates: a warp of 16 queries loads a fragment of keys for two
/// products, half of what shared memory can.
static constexpr WarpSizes kSizes[] = {
    {1, 64, 2, 0.6},
    {2, 64, 2, 0.7},
    {2, 128, 2, 0.75},
};
/// Sizes where keys are split: those with more slots come first.
static constexpr WarpSizes kSplitSizes[] = {{1, 64, 4, 0.5}, {1, 64, 2, 0.4}};
/// Seconds of the softmax of a score on one multiprocessor, those that a block
/// takes in addition to its tiles, and the cost of a window.
static constexpr double kScoreSeconds = 3e-11, kBlockSeconds = 2e-6,
                        kWindowCost = 1.1;

static ForwardSchedule makeSchedule(const WarpSizes &sizes, const Chip &chip) {
  ForwardSchedule schedule{};
  schedule.consumers = sizes.consumers;
  schedule.tileKeys = sizes.tileKeys;
  schedule.stages = sizes.stages;
  double scores = double(schedule.getBlockQueries() * sizes.tileKeys);
  double rate =
      chip.warpProductRate * sizes.share / double(chip.multiprocessors);
  schedule.tileSeconds = scores * kScoreSeconds;
  schedule.columnSeconds = scores * 2 * double(kBlockColumns) / rate;
  schedule.blockSeconds = kBlockSeconds;
  schedule.windowCost = kWindowCost;
  return schedule;
}

static SmallVector<ForwardVariant> listVariants(sbp::nn::AttentionOp op,
                                                const Chip &chip) {
  auto list = [&](ArrayRef<WarpSizes> sizes) {
    return llvm::map_to_vector(
        sizes, [&](const WarpSizes &one) { return makeSchedule(one, chip); });
  };
  return listForwardVariants(op, chip, list(kSizes), list(kSplitSizes),
                             [&](const ForwardVariant &variant) {
                               return TensorForward(op, variant.form,
                                                    variant.schedule)
                                   .getSharedBytes();
                             });
}

void TensorAttention::match(Window window, const Chip &chip,
                            SmallVectorImpl<Candidate> &candidates) const {
  auto op = dyn_cast<sbp::nn::AttentionOp>(window.front());
  if (!op || !chip.usesWarpProducts())
    return;
  for (auto [i, variant] : llvm::enumerate(listVariants(op, chip))) {
    Candidate &made = candidates.emplace_back(
        candidate(variant.schedule.print(),
                  TensorForward(op, variant.form, variant.schedule)
                      .predictSeconds(chip)));
    made.variant = unsigned(i);
  }
}

LogicalResult TensorAttention::emit(const Candidate &candidate, Window ops,
                                    LaunchPlan &plan) const {
  auto op = cast<sbp::nn::AttentionOp>(ops.front());
  for (OpOperand *operand :
       {&op.getQueryMutable(), &op.getKeyMutable(), &op.getValueMutable()})
    if (failed(prepareTensorMap(plan, *operand)))
      return failure();
  ForwardVariant variant = listVariants(op, plan.chip)[candidate.variant];
  TensorForward(op, variant.form, variant.schedule).build(plan);
  return success();
}

namespace sbp::cuda {
void registerTensorAttention(GeneratorList &generators) {
  generators.push_back(std::make_unique<TensorAttention>());
}
} // namespace sbp::cuda
