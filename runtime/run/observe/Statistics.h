// Statistics.h: smallest, largest and mean values of results
#ifndef SBP_RUNTIME_RUN_OBSERVE_STATISTICS_H
#define SBP_RUNTIME_RUN_OBSERVE_STATISTICS_H

#include "Processes.h"
#include "Session.h"
#include <vector>

namespace sbp::run {

/// Statistics of the values of one output.
struct Statistics {
  double minimum, maximum, mean; ///< of values that are numbers; NaN if none is
  int64_t nans;                  ///< number of NaN elements
};
/// Appends to `statistics` those of all outputs but boundaries, in their order,
/// over the values of all processes.
Status getStatistics(Session &session, uint32_t entry, Processes &processes,
                     std::vector<Statistics> &statistics);

} // namespace sbp::run

#endif // SBP_RUNTIME_RUN_OBSERVE_STATISTICS_H
