// Arena.h: offline packing of intervals
#ifndef SBP_ANALYSIS_SCHEDULING_ARENA_H
#define SBP_ANALYSIS_SCHEDULING_ARENA_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace sbp {

/// A buffer live from position `begin` to position `end` of a launch list, both
/// included.
struct LiveRange {
  int64_t begin = 0, end = 0;
  int64_t bytes = 0;
};

struct ArenaPlan {
  std::vector<int64_t> offsets; ///< of each range, multiples of the alignment
  int64_t bytes = 0;            ///< of the arena
  int64_t lowerBound = 0; ///< peak of live bytes, rounded to the alignment
};

/// Packs ranges so that those live at the same time do not overlap. First fit
/// at the lowest offset, in several orders (by size, by size times duration, by
/// begin, by end); the smallest arena is kept, the first of equals.
ArenaPlan planArena(llvm::ArrayRef<LiveRange> ranges, int64_t alignment);

} // namespace sbp

#endif // SBP_ANALYSIS_SCHEDULING_ARENA_H
