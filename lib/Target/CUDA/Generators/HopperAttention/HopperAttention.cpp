// HopperAttention.cpp: attention on Hopper's tensor cores
//
// Attention of bf16 and f16 as one kernel that stores no scores. Widths are
// multiples of 8 up to 128; other types and widths are left to products and
// softmax.
#include "Attention/ForwardVariants.h"
#include "ForwardKernel.h"
#include "Plan/OpGenerator.h"
#include "Plan/TensorMaps.h"

using namespace mlir;
using namespace sbp::cuda;

/// 643 TFLOP/s were measured on an H100 for width 128, 8192 queries and keys
/// and tiles of 128 keys; the other durations are estimates.
static constexpr ForwardSchedule kSchedules[] = {
    {1, 64, 2, 0.2e-6, 0.1e-6, 1.7e-6, 1.0},
    {2, 128, 2, 0.82e-6, 0.155e-6, 4e-6, 1.08},
};

/// A variant of keys that are split: slots enough to keep memory busy. Each of
/// its tiles of 64 keys is bound by its bytes.
static constexpr ForwardSchedule kSplitSchedule = {1,       64,     5,  0.35e-6,
                                                   0.06e-6, 1.5e-6, 1.0};

namespace {
class HopperAttention : public SingleOpGenerator {
public:
  StringRef getName() const override { return "hopper_attention"; }
  void match(Window window, const Chip &chip,
             SmallVectorImpl<Candidate> &candidates) const override;
  LogicalResult emit(const Candidate &candidate, Window ops,
                     LaunchPlan &plan) const override;
};
} // namespace

static SmallVector<ForwardVariant> listVariants(sbp::nn::AttentionOp op,
                                                const Chip &chip) {
  return listForwardVariants(
      op, chip, kSchedules, kSplitSchedule, [&](const ForwardVariant &variant) {
        return ForwardKernel(op, variant.form, variant.schedule)
            .getSharedBytes();
      });
}

void HopperAttention::match(Window window, const Chip &chip,
                            SmallVectorImpl<Candidate> &candidates) const {
  auto op = dyn_cast<sbp::nn::AttentionOp>(window.front());
  if (!op || !chip.hasWarpgroupProducts)
    return;
  for (auto [i, variant] : llvm::enumerate(listVariants(op, chip))) {
    ForwardKernel kernel(op, variant.form, variant.schedule);
    Candidate &made = candidates.emplace_back(
        candidate(variant.schedule.print(), kernel.predictSeconds(chip)));
    made.variant = unsigned(i);
  }
}

LogicalResult HopperAttention::emit(const Candidate &candidate, Window ops,
                                    LaunchPlan &plan) const {
  auto op = cast<sbp::nn::AttentionOp>(ops.front());
  for (OpOperand *operand :
       {&op.getQueryMutable(), &op.getKeyMutable(), &op.getValueMutable()})
    if (failed(prepareTensorMap(plan, *operand)))
      return failure();
  ForwardVariant variant = listVariants(op, plan.chip)[candidate.variant];
  ForwardKernel(op, variant.form, variant.schedule).build(plan);
  return success();
}

namespace sbp::cuda {
void registerHopperAttention(GeneratorList &generators) {
  generators.push_back(std::make_unique<HopperAttention>());
}
} // namespace sbp::cuda
