// Periods.h: periodic parts of a sequence
#ifndef SBP_ANALYSIS_SCHEDULING_PERIODS_H
#define SBP_ANALYSIS_SCHEDULING_PERIODS_H

#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace sbp {

/// Positions [begin, end) of a sequence in which each symbol equals the symbol
/// `period` positions later, if that is inside too. At least two periods long.
struct PeriodicRun {
  unsigned begin = 0, end = 0, period = 0;
  bool operator==(const PeriodicRun &other) const = default;
};

/// Returns disjoint periodic runs of at least `shortest` symbols, ascending;
/// empty if there are none. At each position the longest run wins, then the
/// shortest period; the search goes on after it. So layers are found rather
/// than equal branches inside of a layer. May miss periods in which a window of
/// eight symbols occurs more than 64 times, and runs with at most eight symbols
/// after their first period. Expected time O(n log n).
std::vector<PeriodicRun> findPeriodicRuns(llvm::ArrayRef<unsigned> symbols,
                                          unsigned shortest);

} // namespace sbp

#endif // SBP_ANALYSIS_SCHEDULING_PERIODS_H
