// HopperAttentionGradient.cpp: the gradient of attention on tensor cores
//
// The gradient of attention of bf16 and f16 by three kernels that store no
// scores: two numbers of each query, the gradients of key and value, and that
// of query. Widths are multiples of 8 up to 128. Gradients of a mask, and those
// without a cotangent of the output, are left to products and rows.
#include "Attention/RowStatistics.h"
#include "GradientPass.h"
#include "Plan/OpGenerator.h"
#include "Plan/TensorMaps.h"
#include <numeric>

using namespace mlir;
using namespace sbp::cuda;

namespace {
/// The sizes of both passes.
struct GradientSchedule {
  PassSchedule keys, queries;

  /// Returns a number that tiles and blocks of both passes divide.
  int64_t getPadding() const {
    return std::lcm(keys.tileColumns, queries.getBlockRows());
  }
};
} // namespace

/// For width 128, 8192 queries and keys and 32 heads an H100 took 3.43 ms for
/// the gradients of key and value, and 2.01 ms for that of query, by kernels of
/// this design with blocks of 128 rows and tiles of 64; the other durations are
/// estimates. Tiles of 96 were the best for width 64; those of 32 leave
/// registers for a mask.
static constexpr GradientSchedule kSchedules[] = {
    {{1, 64, 4, 0.7e-6, 0.1e-6, 1.5e-6}, {1, 64, 4, 0.4e-6, 0.07e-6, 1.2e-6}},
    {{2, 64, 4, 0.42e-6, 0.31e-6, 2e-6}, {2, 64, 4, 0.19e-6, 0.195e-6, 1.5e-6}},
    {{2, 96, 4, 0.42e-6, 0.465e-6, 2e-6},
     {2, 80, 4, 0.19e-6, 0.244e-6, 1.5e-6}},
    {{2, 32, 4, 0.42e-6, 0.155e-6, 2e-6},
     {2, 64, 4, 0.19e-6, 0.195e-6, 1.5e-6}},
};

namespace {
class HopperAttentionGradient : public SingleOpGenerator {
public:
  StringRef getName() const override { return "hopper_attention_gradient"; }
  void match(Window window, const Chip &chip,
             SmallVectorImpl<Candidate> &candidates) const override;
  LogicalResult emit(const Candidate &candidate, Window ops,
                     LaunchPlan &plan) const override;
};
} // namespace

void HopperAttentionGradient::match(
    Window window, const Chip &chip,
    SmallVectorImpl<Candidate> &candidates) const {
  auto op = dyn_cast<sbp::nn::AttentionGradientOp>(window.front());
  if (!op || !chip.hasWarpgroupProducts || op.getMaskGradient() ||
      !op.getCotangent())
    return;
  std::optional<AttentionForm> form = AttentionForm::find(op);
  if (!form)
    return;
  for (auto [i, schedule] : llvm::enumerate(kSchedules)) {
    GradientPass keys(op, *form, /*ownsKeys=*/true, schedule.keys),
        queries(op, *form, /*ownsKeys=*/false, schedule.queries);
    if (std::max(keys.getSharedBytes(), queries.getSharedBytes()) >
            chip.maxSharedBytes ||
        !keys.fitsRegisters() || !queries.fitsRegisters())
      continue;
    RowStatistics statistics(op, *form, schedule.getPadding(), getName());
    std::string name =
        llvm::formatv("{0} rows, tiles of {1} queries or {2} keys, {3} slots",
                      schedule.keys.getBlockRows(), schedule.keys.tileColumns,
                      schedule.queries.tileColumns, schedule.keys.stages);
    Candidate &made = candidates.emplace_back(candidate(
        name, statistics.predictSeconds(chip) + keys.predictSeconds(chip) +
                  queries.predictSeconds(chip)));
    made.variant = unsigned(i);
  }
}

LogicalResult HopperAttentionGradient::emit(const Candidate &candidate,
                                            Window ops,
                                            LaunchPlan &plan) const {
  auto op = cast<sbp::nn::AttentionGradientOp>(ops.front());
  for (OpOperand *operand :
       {&op.getQueryMutable(), &op.getKeyMutable(), &op.getValueMutable(),
        &*op.getCotangentMutable().begin()})
    if (failed(prepareTensorMap(plan, *operand)))
      return failure();
  AttentionForm form = *AttentionForm::find(op);
  const GradientSchedule &schedule = kSchedules[candidate.variant];
  RowStatistics statistics(op, form, schedule.getPadding(), getName());
  Value numbers = statistics.build(plan);
  int64_t padded = statistics.getPaddedQueries();
  GradientPass(op, form, /*ownsKeys=*/true, schedule.keys)
      .build(plan, numbers, padded);
  GradientPass(op, form, /*ownsKeys=*/false, schedule.queries)
      .build(plan, numbers, padded);
  return success();
}

namespace sbp::cuda {
void registerHopperAttentionGradient(GeneratorList &generators) {
  generators.push_back(std::make_unique<HopperAttentionGradient>());
}
} // namespace sbp::cuda
