// HopperAttention.cpp: attention on Hopper's tensor cores
//
// Attention of bf16 and f16 as one kernel that stores no scores. Widths are
// multiples of 8 up to 128; other types and widths are left to products and
// softmax.
#include "ForwardKernel.h"
#include "TensorMaps.h"

using namespace mlir;
using namespace sbp::cuda;

/// 643 TFLOP/s were measured on an H100 for width 128, 8192 queries and keys
/// and tiles of 128 keys; the other durations are estimates.
static constexpr ForwardSchedule kSchedules[] = {
    {1, 64, 2, 0.35e-6, 0.06e-6, 1.5e-6},
    {2, 128, 2, 0.45e-6, 0.3e-6, 2e-6},
};

namespace {
class HopperAttention : public Generator {
public:
  StringRef getName() const override { return "hopper_attention"; }
  void match(Window window, const Chip &chip,
             SmallVectorImpl<Candidate> &candidates) const override;
  LogicalResult emit(const Candidate &candidate, Window ops,
                     LaunchPlan &plan) const override;
};
} // namespace

void HopperAttention::match(Window window, const Chip &chip,
                            SmallVectorImpl<Candidate> &candidates) const {
  auto op = dyn_cast<sbp::nn::AttentionOp>(window.front());
  if (!op || !chip.hasWarpgroupProducts)
    return;
  std::optional<AttentionForm> form = AttentionForm::find(op);
  if (!form)
    return;
  for (auto [variant, schedule] : llvm::enumerate(kSchedules)) {
    ForwardKernel kernel(op, *form, schedule);
    if (kernel.getSharedBytes() > chip.maxSharedBytes)
      continue;
    Candidate &made = candidates.emplace_back(
        candidate(llvm::formatv("{0} queries, tiles of {1} keys, {2} slots",
                                schedule.getBlockQueries(), schedule.tileKeys,
                                schedule.stages),
                  kernel.predictSeconds(chip)));
    made.variant = unsigned(variant);
  }
}

LogicalResult HopperAttention::emit(const Candidate &candidate, Window ops,
                                    LaunchPlan &plan) const {
  auto op = cast<sbp::nn::AttentionOp>(ops.front());
  for (OpOperand *operand :
       {&op.getQueryMutable(), &op.getKeyMutable(), &op.getValueMutable()})
    if (failed(prepareTensorMap(plan, *operand)))
      return failure();
  ForwardKernel(op, *AttentionForm::find(op), kSchedules[candidate.variant])
      .build(plan);
  return success();
}

namespace sbp::cuda {
void registerHopperAttention(GeneratorList &generators) {
  generators.push_back(std::make_unique<HopperAttention>());
}
} // namespace sbp::cuda
