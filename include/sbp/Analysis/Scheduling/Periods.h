// Periods.h: where a sequence repeats itself
#ifndef SBP_ANALYSIS_SCHEDULING_PERIODS_H
#define SBP_ANALYSIS_SCHEDULING_PERIODS_H

#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace sbp {

/// Positions [begin, end) of a sequence at which each symbol is that of
/// `period` positions later, as far as there is one. At least two periods long.
struct PeriodicRun {
  unsigned begin = 0, end = 0, period = 0;
  bool operator==(const PeriodicRun &other) const = default;
};

/// Runs of at least `shortest` symbols that do not overlap, ascending: at the
/// first position where one begins the longest one there (of equally long ones
/// that of the shortest period), then on behind it. So layers are found, not
/// the equal branches inside of one. Periods in which one stretch of eight
/// symbols stands more than 64 times are not looked for. Expected time n log n.
std::vector<PeriodicRun> findPeriodicRuns(llvm::ArrayRef<unsigned> symbols,
                                          unsigned shortest);

} // namespace sbp

#endif // SBP_ANALYSIS_SCHEDULING_PERIODS_H
