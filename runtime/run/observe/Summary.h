// Summary.h: traffic and idle time of a run
#ifndef SBP_RUNTIME_RUN_OBSERVE_SUMMARY_H
#define SBP_RUNTIME_RUN_OBSERVE_SUMMARY_H

#include "Processes.h"
#include "Session.h"
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace sbp::run {

/// Statistics of a run over all processes.
struct Summary {
  /// Bytes that processes sent each other per step; a process with a GPU counts
  /// none.
  uint64_t sentBytes;
  /// Each rank with the share of the time, from 0 to 1, in which it was idle.
  /// Empty on asynchronous devices, whose tasks end later than they are issued.
  std::vector<std::pair<uint32_t, double>> idle;
};
/// Collects the summary of all `steps` steps since the entry was prepared, the
/// timed ones of which took `seconds` in this process.
Status collectSummary(Session &session, uint32_t entry, int64_t steps,
                      double seconds, Processes &processes, Summary &summary);
/// Returns the peak memory in bytes of every rank of all processes. Collective.
Result<std::map<uint32_t, uint64_t>> findPeaks(Session &session,
                                               Processes &processes);
/// Returns the architecture of the code that each rank of all processes runs
/// in an entry (Session::getArchitecture), without those that run none.
/// Collective.
Result<std::map<uint32_t, std::string>>
findArchitectures(Session &session, uint32_t entry, Processes &processes);

} // namespace sbp::run

#endif // SBP_RUNTIME_RUN_OBSERVE_SUMMARY_H
