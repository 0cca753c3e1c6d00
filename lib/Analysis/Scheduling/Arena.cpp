//===- Arena.cpp - offline packing of intervals ---------------------------===//

#include "sbp/Analysis/Scheduling/Arena.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <functional>
#include <map>
#include <numeric>

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

/// The lowest offset at which `range` meets nothing placed before.
static int64_t firstFit(const LiveRange &range, ArrayRef<Placed> placed,
                        int64_t bytes) {
  int64_t offset = 0;
  for (const Placed &other : placed) { // ascending offsets
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
  SmallVector<Placed> placed;
  for (unsigned index : order) {
    int64_t bytes = alignTo(ranges[index].bytes, alignment);
    if (bytes == 0)
      continue;
    int64_t offset = firstFit(ranges[index], placed, bytes);
    Placed entry = {offset, offset + bytes, &ranges[index]};
    auto *at =
        llvm::upper_bound(placed, entry, [](const Placed &a, const Placed &b) {
          return a.offset < b.offset;
        });
    placed.insert(at, entry);
    plan.offsets[index] = offset;
    plan.bytes = std::max(plan.bytes, entry.end);
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
