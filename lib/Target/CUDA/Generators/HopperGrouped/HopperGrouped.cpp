// HopperGrouped.cpp: nn.grouped_product on Hopper's tensor cores
//
// One kernel computes the products of all groups of rows, of bf16 or f16 with
// f32 sums. It finds the groups on the device: a launch has as many blocks as
// there are multiprocessors, whatever the bounds are.
#include "GroupedKernel.h"
#include "Plan/OpGenerator.h"

using namespace mlir;
using namespace sbp::cuda;

/// Constants of tiles of 128 x 128 and 128 x 256 are those of products of the
/// same tiles, which were fitted to runs on an H100; the others are estimates,
/// and so are 2 us for the table of groups in all of them.
static constexpr GroupedSchedule kSchedules[] = {
    {128, 128, 2, 6, 0.362e-6, 0.45e-6, 5.0e-6},
    {128, 256, 2, 4, 0.658e-6, 2.35e-6, 3.6e-6},
    {64, 128, 1, 8, 0.27e-6, 0.45e-6, 5.0e-6},
    {64, 256, 1, 5, 0.45e-6, 1.2e-6, 5.0e-6},
};

namespace {
class HopperGrouped : public SingleOpGenerator {
public:
  StringRef getName() const override { return "hopper_grouped"; }
  void match(Window window, const Chip &chip,
             SmallVectorImpl<Candidate> &candidates) const override {
    auto op = dyn_cast<sbp::nn::GroupedProductOp>(window.front());
    if (!op || !chip.hasWarpgroupProducts)
      return;
    for (auto [variant, schedule] : llvm::enumerate(kSchedules)) {
      GroupedKernel kernel(op, schedule);
      if (!kernel.isSupported(chip))
        continue;
      Candidate &made = candidates.emplace_back(
          candidate(schedule.print(), kernel.predictSeconds(chip)));
      made.variant = unsigned(variant);
    }
  }
  LogicalResult emit(const Candidate &candidate, Window ops,
                     LaunchPlan &plan) const override {
    GroupedKernel kernel(cast<sbp::nn::GroupedProductOp>(ops.front()),
                         kSchedules[candidate.variant]);
    [[maybe_unused]] bool isSupported = kernel.isSupported(plan.chip);
    assert(isSupported && "match() has returned the candidate");
    return kernel.build(plan);
  }
};
} // namespace

namespace sbp::cuda {
void registerHopperGrouped(GeneratorList &generators) {
  generators.push_back(std::make_unique<HopperGrouped>());
}
} // namespace sbp::cuda
