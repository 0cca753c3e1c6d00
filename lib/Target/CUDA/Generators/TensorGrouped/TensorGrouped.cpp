// TensorGrouped.cpp: nn.grouped_product on the tensor cores of warps
//
// One kernel computes the products of all groups of rows, of bf16 or f16 with
// f32 sums, on every GPU whose warps multiply matrices (mma.sync). It finds the
// groups on the device: a launch has two blocks for each multiprocessor, or as
// many as tiles, whatever the bounds are.
#include "Plan/OpGenerator.h"
#include "TensorGroupedBuilder.h"

using namespace mlir;
using namespace sbp::cuda;

namespace {
class TensorGrouped : public SingleOpGenerator {
public:
  StringRef getName() const override { return "tensor_grouped"; }
  void match(Window window, const Chip &chip,
             SmallVectorImpl<Candidate> &candidates) const override {
    auto op = dyn_cast<sbp::nn::GroupedProductOp>(window.front());
    if (!op || !chip.usesWarpProducts())
      return;
    for (auto [variant, schedule] :
         llvm::enumerate(getWarpSchedules(Float32::Exact))) {
      TensorGroupedBuilder builder(op, schedule);
      if (!builder.isSupported(chip))
        continue;
      Candidate &made = candidates.emplace_back(
          candidate(schedule.print(), builder.predictSeconds(chip)));
      made.variant = unsigned(variant);
    }
  }
  LogicalResult emit(const Candidate &candidate, Window ops,
                     LaunchPlan &plan) const override {
    TensorGroupedBuilder builder(
        cast<sbp::nn::GroupedProductOp>(ops.front()),
        getWarpSchedules(Float32::Exact)[candidate.variant]);
    [[maybe_unused]] bool isSupported = builder.isSupported(plan.chip);
    assert(isSupported && "match() has returned the candidate");
    return builder.build(plan);
  }
};
} // namespace

namespace sbp::cuda {
void registerTensorGrouped(GeneratorList &generators) {
  generators.push_back(std::make_unique<TensorGrouped>());
}
} // namespace sbp::cuda
