// TensorAttentionGradient.cpp: the gradient of attention on warps' tensor cores
//
// The gradient of attention of bf16 and f16 by three kernels that store no
// scores, on every GPU whose warps multiply matrices (mma.sync). Widths are
// multiples of 8 up to 128. Gradients of a mask, and those without a cotangent
// of the output, are left to products and rows.
#include "Attention/RowStatistics.h"
#include "Plan/OpGenerator.h"
#include "Plan/TensorMaps.h"
#include "TensorPass.h"
#include <numeric>

using namespace mlir;
using namespace sbp::cuda;

namespace {
/// The sizes of both passes.
struct WarpSizes {
  int64_t consumers, tileQueries, tileKeys, stages;
  double share; ///< of the chip's rate of products of bf16

  /// Returns the multiple of rows to which queries are padded for both passes.
  int64_t getPadding() const {
    return std::lcm(tileQueries, consumers * kGroupRows);
  }
  /// Returns the schedule of the pass that owns keys or of the other one.
  PassSchedule getPass(bool ownsKeys, const Chip &chip) const;
};

class TensorAttentionGradient : public SingleOpGenerator {
public:
  StringRef getName() const override { return "tensor_attention_gradient"; }
  void match(Window window, const Chip &chip,
             SmallVectorImpl<Candidate> &candidates) const override;
  LogicalResult emit(const Candidate &candidate, Window ops,
                     LaunchPlan &plan) const override;
};
} // namespace

/// Shares are estimates. Tiles of 32 queries leave registers for masks.
static constexpr WarpSizes kSizes[] = {
    {1, 64, 64, 2, 0.45},
    {2, 64, 64, 2, 0.55},
    {1, 32, 64, 2, 0.4},
    {2, 32, 64, 2, 0.5},
};
/// Seconds of the weight and the gradient of a score on one multiprocessor, and
/// those that a block takes in addition to its tiles.
static constexpr double kScoreSeconds = 4e-11, kBlockSeconds = 2e-6;

PassSchedule WarpSizes::getPass(bool ownsKeys, const Chip &chip) const {
  PassSchedule schedule{};
  schedule.consumers = consumers;
  schedule.tileColumns = ownsKeys ? tileQueries : tileKeys;
  schedule.stages = stages;
  double scores = double(schedule.getBlockRows() * schedule.tileColumns);
  double rate = chip.warpProductRate * share / double(chip.multiprocessors);
  // Two products of each tensor in the pass of keys; else three of both.
  double products = ownsKeys ? 2 : 1.5;
  schedule.tileSeconds = scores * kScoreSeconds;
  schedule.columnSeconds = products * scores * 2 * double(kBlockColumns) / rate;
  schedule.blockSeconds = kBlockSeconds;
  return schedule;
}

void TensorAttentionGradient::match(
    Window window, const Chip &chip,
    SmallVectorImpl<Candidate> &candidates) const {
  auto op = dyn_cast<sbp::nn::AttentionGradientOp>(window.front());
  if (!op || !chip.usesWarpProducts() || op.getMaskGradient() ||
      !op.getCotangent())
    return;
  std::optional<AttentionForm> form = AttentionForm::find(op);
  if (!form)
    return;
  for (auto [i, sizes] : llvm::enumerate(kSizes)) {
    TensorPass keys(op, *form, /*ownsKeys=*/true,
                    sizes.getPass(/*ownsKeys=*/true, chip)),
        queries(op, *form, /*ownsKeys=*/false,
                sizes.getPass(/*ownsKeys=*/false, chip));
    if (std::max(keys.getSharedBytes(), queries.getSharedBytes()) >
            chip.maxSharedBytes ||
        !keys.fitsRegisters() || !queries.fitsRegisters())
      continue;
    RowStatistics statistics(op, *form, sizes.getPadding(), getName());
    std::string name =
        llvm::formatv("{0} rows, tiles of {1} queries or {2} keys, {3} slots",
                      sizes.consumers * kGroupRows, sizes.tileQueries,
                      sizes.tileKeys, sizes.stages);
    Candidate &made = candidates.emplace_back(candidate(
        name, statistics.predictSeconds(chip) + keys.predictSeconds(chip) +
                  queries.predictSeconds(chip)));
    made.variant = unsigned(i);
  }
}

LogicalResult TensorAttentionGradient::emit(const Candidate &candidate,
                                            Window ops,
                                            LaunchPlan &plan) const {
  auto op = cast<sbp::nn::AttentionGradientOp>(ops.front());
  for (OpOperand *operand :
       {&op.getQueryMutable(), &op.getKeyMutable(), &op.getValueMutable(),
        &*op.getCotangentMutable().begin()})
    if (failed(prepareTensorMap(plan, *operand)))
      return failure();
  AttentionForm form = *AttentionForm::find(op);
  const WarpSizes &sizes = kSizes[candidate.variant];
  RowStatistics statistics(op, form, sizes.getPadding(), getName());
  Value numbers = statistics.build(plan);
  for (bool ownsKeys : {true, false})
    TensorPass(op, form, ownsKeys, sizes.getPass(ownsKeys, plan.chip))
        .build(plan, numbers, statistics.getPaddedQueries());
  return success();
}

namespace sbp::cuda {
void registerTensorAttentionGradient(GeneratorList &generators) {
  generators.push_back(std::make_unique<TensorAttentionGradient>());
}
} // namespace sbp::cuda
