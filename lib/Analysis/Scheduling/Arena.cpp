// Arena.cpp: offline packing of intervals
//
// Offline dynamic storage allocation is NP-hard (Garey and Johnson 1979, SR2).
// First fit in order of decreasing size is the usual heuristic (Buchsbaum et
// al. 2003 bound it; XLA's GlobalDecreasingSizeBestFitHeap is a relative); here
// four orders are tried and the best is kept, stopping at the lower bound.
// Example with alignment 1: sizes 4, 2, 4 live in [0, 1], [1, 2], [2, 3]:
// offsets 0, 4, 0; arena and lower bound are 6.

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

/// A range with its assigned offset.
struct PackedRange {
  int64_t offset, end;
  const LiveRange *range;
};

} // namespace

/// Merges the parts of both, from the first that ends late enough.
static bool overlap(const LiveRange &a, const LiveRange &b) {
  if (a.begin > b.end || b.begin > a.end)
    return false;
  if (a.parts.empty() && b.parts.empty())
    return true;
  LaunchInterval wholeA, wholeB;
  ArrayRef<LaunchInterval> left = a.getParts(wholeA),
                           right = b.getParts(wholeB);
  auto skipTo = [](ArrayRef<LaunchInterval> &parts, int64_t position) {
    const auto *first = llvm::partition_point(
        parts, [&](LaunchInterval part) { return part.end < position; });
    parts = parts.drop_front(first - parts.begin());
  };
  skipTo(left, b.begin);
  skipTo(right, a.begin);
  while (!left.empty() && !right.empty()) {
    if (left.front().end < right.front().begin)
      left = left.drop_front();
    else if (right.front().end < left.front().begin)
      right = right.drop_front();
    else
      return true;
  }
  return false;
}

namespace {

/// Ranges with assigned offsets, sorted by offset, and indexed by the time at
/// which they are live: in a long list only the overlapping ones are visited.
class PackedRanges {
public:
  explicit PackedRanges(ArrayRef<LiveRange> ranges) {
    for (const LiveRange &range : ranges)
      while (leaves <= range.end)
        leaves *= 2;
    covering.resize(2 * leaves);
  }
  /// Returns the lowest offset at which `range` overlaps no packed range.
  int64_t findFirstFit(const LiveRange &range, int64_t bytes) const;
  void add(const PackedRange &entry);

private:
  /// Returns the packed ranges that are live with `range`, sorted by offset;
  /// nullopt if they are a large part of all.
  std::optional<SmallVector<PackedRange>>
  getLiveWith(const LiveRange &range) const;

  SmallVector<PackedRange> placed;
  std::multimap<int64_t, PackedRange> byBegin;
  /// A segment tree over positions: each range is stored at the O(log n) nodes
  /// whose intervals it covers maximally.
  int64_t leaves = 1;
  std::vector<SmallVector<PackedRange, 1>> covering;
};

} // namespace

void PackedRanges::add(const PackedRange &entry) {
  auto *at = llvm::upper_bound(placed, entry,
                               [](const PackedRange &a, const PackedRange &b) {
                                 return a.offset < b.offset;
                               });
  placed.insert(at, entry);
  byBegin.emplace(entry.range->begin, entry);
  // Iterative decomposition of [begin, end] into segment tree nodes.
  int64_t low = entry.range->begin + leaves, high = entry.range->end + leaves;
  for (; low <= high; low /= 2, high /= 2) {
    if (low % 2 == 1)
      covering[low++].push_back(entry);
    if (high % 2 == 0)
      covering[high--].push_back(entry);
  }
}

std::optional<SmallVector<PackedRange>>
PackedRanges::getLiveWith(const LiveRange &range) const {
  // Above this, sorting them costs more than skipping the others.
  size_t most = placed.size() / 16;
  SmallVector<PackedRange> live;
  // Ranges that contain range.begin stand on the path from its leaf to the
  // root; ranges that begin later follow in byBegin.
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
  llvm::sort(live, [](const PackedRange &a, const PackedRange &b) {
    return a.offset < b.offset;
  });
  return live;
}

int64_t PackedRanges::findFirstFit(const LiveRange &range,
                                   int64_t bytes) const {
  std::optional<SmallVector<PackedRange>> live = getLiveWith(range);
  int64_t offset = 0;
  // Sorted by offset, the first gap that is large enough ends the search.
  for (const PackedRange &other : live ? *live : placed) {
    if (!overlap(range, *other.range))
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
  PackedRanges placement(ranges);
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

/// Returns the peak of live bytes: sums of differences at begins and ends.
static int64_t getPeak(ArrayRef<LiveRange> ranges, int64_t alignment) {
  std::map<int64_t, int64_t> change;
  for (const LiveRange &range : ranges) {
    int64_t bytes = alignTo(range.bytes, alignment);
    LaunchInterval whole;
    for (LaunchInterval part : range.getParts(whole)) {
      change[part.begin] += bytes;
      change[part.end + 1] -= bytes;
    }
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
