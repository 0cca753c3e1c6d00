// HopperAttention.cpp: attention on Hopper's tensor cores
//
// Attention of bf16 and f16 as one kernel that stores no scores. Widths are
// multiples of 8 up to 128; other types and widths are left to products and
// softmax.
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
/// One way to compute an attention.
struct Variant {
  AttentionForm form;
  ForwardSchedule schedule;
};

class HopperAttention : public SingleOpGenerator {
public:
  StringRef getName() const override { return "hopper_attention"; }
  void match(Window window, const Chip &chip,
             SmallVectorImpl<Candidate> &candidates) const override;
  LogicalResult emit(const Candidate &candidate, Window ops,
                     LaunchPlan &plan) const override;
};
} // namespace

/// Returns the variant that splits keys, where blocks of queries alone would
/// leave multiprocessors idle, or makes single queries rows of a tile.
static std::optional<Variant> splitKeys(AttentionForm form, const Chip &chip) {
  ForwardSchedule schedule = kSplitSchedule;
  form.packHeads();
  int64_t items = form.batch * form.heads,
          tiles = llvm::divideCeil(form.keys, schedule.tileKeys);
  // Results that are not finite could not be computed again from a part.
  if (form.queries > schedule.getBlockQueries() || form.skipsHidden)
    return std::nullopt;
  schedule.splits =
      std::max<int64_t>(1, std::min(chip.multiprocessors / items, tiles));
  if (schedule.splits == 1 && !form.isPacked)
    return std::nullopt;
  return Variant{form, schedule};
}

static SmallVector<Variant> listVariants(sbp::nn::AttentionOp op,
                                         const Chip &chip) {
  std::optional<AttentionForm> form = AttentionForm::find(op);
  SmallVector<Variant> variants;
  if (!form)
    return variants;
  for (const ForwardSchedule &schedule : kSchedules)
    variants.push_back({*form, schedule});
  if (auto split = splitKeys(*form, chip))
    variants.push_back(*split);
  llvm::erase_if(variants, [&](const Variant &variant) {
    return ForwardKernel(op, variant.form, variant.schedule).getSharedBytes() >
           chip.maxSharedBytes;
  });
  return variants;
}

void HopperAttention::match(Window window, const Chip &chip,
                            SmallVectorImpl<Candidate> &candidates) const {
  auto op = dyn_cast<sbp::nn::AttentionOp>(window.front());
  if (!op || !chip.hasWarpgroupProducts)
    return;
  for (auto [i, variant] : llvm::enumerate(listVariants(op, chip))) {
    const ForwardSchedule &schedule = variant.schedule;
    std::string name = llvm::formatv(
        "{0} queries, tiles of {1} keys, {2} slots", schedule.getBlockQueries(),
        schedule.tileKeys, schedule.stages);
    if (schedule.splits > 1)
      name += llvm::formatv(", keys split {0} ways", schedule.splits);
    ForwardKernel kernel(op, variant.form, schedule);
    Candidate &made =
        candidates.emplace_back(candidate(name, kernel.predictSeconds(chip)));
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
  Variant variant = listVariants(op, plan.chip)[candidate.variant];
  ForwardKernel(op, variant.form, variant.schedule).build(plan);
  return success();
}

namespace sbp::cuda {
void registerHopperAttention(GeneratorList &generators) {
  generators.push_back(std::make_unique<HopperAttention>());
}
} // namespace sbp::cuda
