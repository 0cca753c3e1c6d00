// Arena.h: offline packing of intervals
#ifndef SBP_ANALYSIS_SCHEDULING_ARENA_H
#define SBP_ANALYSIS_SCHEDULING_ARENA_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace sbp {

/// Positions of a launch list, both ends included; begin <= end.
struct LaunchInterval {
  int64_t begin = 0, end = 0;
};

/// A buffer that is live from position `begin` to position `end` of a launch
/// list, both included.
struct LiveRange {
  int64_t begin = 0, end = 0;
  int64_t bytes = 0; ///< before alignment; 0 takes no room
  /// The parts of [begin, end] in which it is live, ascending and disjoint;
  /// empty where it is live all the time. A register of every micro-batch has
  /// many short parts.
  std::vector<LaunchInterval> parts = {};

  /// Returns the parts, or the whole range as one, which it writes to `whole`:
  /// the result is valid as long as both `whole` and this range are.
  llvm::ArrayRef<LaunchInterval> getParts(LaunchInterval &whole) const {
    whole = {begin, end};
    return parts.empty() ? llvm::ArrayRef(whole) : llvm::ArrayRef(parts);
  }
};

/// The result of packing. All byte counts are multiples of the alignment.
struct ArenaPlan {
  std::vector<int64_t> offsets; ///< in bytes, one per range
  int64_t bytes = 0;            ///< size of the arena
  int64_t lowerBound = 0;       ///< peak of live bytes
};

/// Packs ranges so that ranges which are live at the same time do not overlap
/// (offline dynamic storage allocation). Ranges are placed first fit at the
/// lowest offset in several orders (size, size times duration, begin, end); the
/// smallest arena is returned, the first of equals. Positions are at least 0
/// and `alignment`, in bytes, at least 1; without ranges the arena has no
/// bytes.
ArenaPlan planArena(llvm::ArrayRef<LiveRange> ranges, int64_t alignment);

} // namespace sbp

#endif // SBP_ANALYSIS_SCHEDULING_ARENA_H
