// TensorGroupedOuter.cpp: nn.grouped_outer on the tensor cores of warps
//
// One kernel computes the sums of outer products of all groups of rows, of bf16
// or f16 with f32 sums, on every GPU whose warps multiply matrices (mma.sync),
// Hopper included. Each block finds the rows of its group.
#include "Plan/OpGenerator.h"
#include "TensorGroupedOuterBuilder.h"

using namespace mlir;
using namespace sbp::cuda;

namespace {
class TensorGroupedOuter : public SingleOpGenerator {
public:
  StringRef getName() const override { return "tensor_grouped_outer"; }
  void match(Window window, const Chip &chip,
             SmallVectorImpl<Candidate> &candidates) const override {
    auto op = dyn_cast<sbp::nn::GroupedOuterOp>(window.front());
    if (!op)
      return;
    for (auto [variant, schedule] :
         llvm::enumerate(getWarpSchedules(Float32::Exact))) {
      TensorGroupedOuterBuilder builder(op, schedule);
      if (!builder.isSupported(chip))
        continue;
      Candidate &made = candidates.emplace_back(
          candidate(schedule.print(), builder.predictSeconds(chip)));
      made.variant = unsigned(variant);
    }
  }
  LogicalResult emit(const Candidate &candidate, Window ops,
                     LaunchPlan &plan) const override {
    TensorGroupedOuterBuilder builder(
        cast<sbp::nn::GroupedOuterOp>(ops.front()),
        getWarpSchedules(Float32::Exact)[candidate.variant]);
    [[maybe_unused]] bool isSupported = builder.isSupported(plan.chip);
    assert(isSupported && "match() has returned the candidate");
    return builder.build(plan);
  }
};
} // namespace

namespace sbp::cuda {
void registerTensorGroupedOuter(GeneratorList &generators) {
  generators.push_back(std::make_unique<TensorGroupedOuter>());
}
} // namespace sbp::cuda
