// Arena.cpp: offline packing of intervals

#include "sbp/Analysis/Scheduling/Arena.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <functional>
#include <map>
#include <numeric>
#include <optional>

using namespace llvm;
using namespace sbp;

namespace {

/// A range whose place is known.
struct Placed {
  int64_t offset, end;
  const LiveRange *range;
};

} // namespace

static bool meet(const LiveRange &a, const LiveRange &b) {
  return a.begin <= b.end && b.begin <= a.end;
}

namespace {

/// Ranges whose place is known, ascending by offset, and by when they are live:
/// of a long list only those that are live with a range are looked at.
class Placement {
public:
  explicit Placement(ArrayRef<LiveRange> ranges) {
    for (const LiveRange &range : ranges)
      while (leaves <= range.end)
        leaves *= 2;
    covering.resize(2 * leaves);
  }
  /// The lowest offset at which `range` meets nothing placed before.
  int64_t findFirstFit(const LiveRange &range, int64_t bytes) const;
  void add(const Placed &entry);

private:
  /// Those live with `range`; nothing if they are many of all.
  std::optional<SmallVector<Placed>> getLiveWith(const LiveRange &range) const;

  SmallVector<Placed> placed;
  std::multimap<int64_t, Placed> byBegin;
  /// A tree over positions: ranges at the nodes that they cover whole.
  int64_t leaves = 1;
  std::vector<SmallVector<Placed, 1>> covering;
};

} // namespace

void Placement::add(const Placed &entry) {
  auto *at =
      llvm::upper_bound(placed, entry, [](const Placed &a, const Placed &b) {
        return a.offset < b.offset;
      });
  placed.insert(at, entry);
  byBegin.emplace(entry.range->begin, entry);
  int64_t low = entry.range->begin + leaves, high = entry.range->end + leaves;
  for (; low <= high; low /= 2, high /= 2) {
    if (low % 2 == 1)
      covering[low++].push_back(entry);
    if (high % 2 == 0)
      covering[high--].push_back(entry);
  }
}

std::optional<SmallVector<Placed>>
Placement::getLiveWith(const LiveRange &range) const {
  // Sorting them costs more than passing over the others.
  size_t most = placed.size() / 16;
  SmallVector<Placed> live;
  for (int64_t node = range.begin + leaves; node > 0; node /= 2) {
    llvm::append_range(live, covering[node]);
    if (live.size() > most)
      return std::nullopt;
  }
  for (auto it = byBegin.upper_bound(range.begin);
       it != byBegin.end() && it->first <= range.end; ++it) {
    live.push_back(it->second);
    if (live.size() > most)
      return std::nullopt;
  }
  llvm::sort(live, [](const Placed &a, const Placed &b) {
    return a.offset < b.offset;
  });
  return live;
}

int64_t Placement::findFirstFit(const LiveRange &range, int64_t bytes) const {
  std::optional<SmallVector<Placed>> live = getLiveWith(range);
  int64_t offset = 0;
  for (const Placed &other : live ? *live : placed) {
    if (!meet(range, *other.range))
      continue;
    if (other.offset >= offset + bytes)
      break;
    offset = std::max(offset, other.end);
  }
  return offset;
}

static ArenaPlan pack(ArrayRef<LiveRange> ranges, ArrayRef<unsigned> order,
                      int64_t alignment) {
  ArenaPlan plan;
  plan.offsets.assign(ranges.size(), 0);
  Placement placement(ranges);
  for (unsigned index : order) {
    int64_t bytes = alignTo(ranges[index].bytes, alignment);
    if (bytes == 0)
      continue;
    int64_t offset = placement.findFirstFit(ranges[index], bytes);
    placement.add({offset, offset + bytes, &ranges[index]});
    plan.offsets[index] = offset;
    plan.bytes = std::max(plan.bytes, offset + bytes);
  }
  return plan;
}

static int64_t getPeak(ArrayRef<LiveRange> ranges, int64_t alignment) {
  std::map<int64_t, int64_t> change;
  for (const LiveRange &range : ranges) {
    int64_t bytes = alignTo(range.bytes, alignment);
    change[range.begin] += bytes;
    change[range.end + 1] -= bytes;
  }
  int64_t live = 0, peak = 0;
  for (auto [position, delta] : change)
    peak = std::max(peak, live += delta);
  return peak;
}

ArenaPlan sbp::planArena(ArrayRef<LiveRange> ranges, int64_t alignment) {
  using Key = std::function<int64_t(const LiveRange &)>;
  const Key keys[] = {
      [](const LiveRange &r) { return -r.bytes; },
      [](const LiveRange &r) { return -r.bytes * (r.end - r.begin + 1); },
      [](const LiveRange &r) { return r.begin; },
      [](const LiveRange &r) { return -r.end; }};
  int64_t lowerBound = getPeak(ranges, alignment);
  ArenaPlan best;
  for (const auto &[number, key] : llvm::enumerate(keys)) {
    SmallVector<unsigned> order(ranges.size());
    std::iota(order.begin(), order.end(), 0);
    llvm::stable_sort(order, [&, &key = key](unsigned a, unsigned b) {
      return key(ranges[a]) < key(ranges[b]);
    });
    ArenaPlan plan = pack(ranges, order, alignment);
    if (number == 0 || plan.bytes < best.bytes)
      best = std::move(plan);
    if (best.bytes == lowerBound)
      break;
  }
  best.lowerBound = lowerBound;
  return best;
}
