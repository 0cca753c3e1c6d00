// Arena.h: offline packing of intervals
#ifndef SBP_ANALYSIS_SCHEDULING_ARENA_H
#define SBP_ANALYSIS_SCHEDULING_ARENA_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace sbp {

/// A buffer that is live from position `begin` to position `end` of a launch
/// list, both included.
struct LiveRange {
  int64_t begin = 0, end = 0;
  int64_t bytes = 0;
};

/// The result of packing. All byte counts are multiples of the alignment.
struct ArenaPlan {
  std::vector<int64_t> offsets; ///< one per range
  int64_t bytes = 0;            ///< size of the arena
  int64_t lowerBound = 0;       ///< peak of live bytes
};

/// Packs ranges so that ranges which are live at the same time do not overlap
/// (offline dynamic storage allocation). Ranges are placed first fit at the
/// lowest offset in several orders (size, size times duration, begin, end); the
/// smallest arena is returned, the first of equals.
ArenaPlan planArena(llvm::ArrayRef<LiveRange> ranges, int64_t alignment);

} // namespace sbp

#endif // SBP_ANALYSIS_SCHEDULING_ARENA_H
