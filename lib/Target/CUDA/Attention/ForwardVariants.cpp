// ForwardVariants.cpp: the ways in which a generator may compute nn.attention
//
// Example: one query of 8 heads that share one head of 1,000 keys is 8 rows of
// a tile. There is one item; with tiles of 64 keys it is split 16 ways.
#include "ForwardVariants.h"

using namespace mlir;
using namespace sbp::cuda;

/// Returns the variant by `schedule` that splits keys or packs heads, or
/// nothing where that changes nothing.
static std::optional<ForwardVariant>
splitKeys(AttentionForm form, ForwardSchedule schedule, const Chip &chip) {
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
  return ForwardVariant{form, schedule};
}

SmallVector<ForwardVariant> sbp::cuda::listForwardVariants(
    nn::AttentionOp op, const Chip &chip, ArrayRef<ForwardSchedule> schedules,
    ArrayRef<ForwardSchedule> splitSchedules,
    llvm::function_ref<int64_t(const ForwardVariant &)> getSharedBytes) {
  std::optional<AttentionForm> form = AttentionForm::find(op);
  SmallVector<ForwardVariant> variants;
  if (!form)
    return variants;
  auto addFitting = [&](const ForwardVariant &variant) {
    bool fits = getSharedBytes(variant) <= chip.maxSharedBytes;
    if (fits)
      variants.push_back(variant);
    return fits;
  };
  for (const ForwardSchedule &schedule : schedules)
    addFitting({*form, schedule});
  for (const ForwardSchedule &schedule : splitSchedules)
    if (auto split = splitKeys(*form, schedule, chip))
      if (addFitting(*split))
        break;
  return variants;
}
