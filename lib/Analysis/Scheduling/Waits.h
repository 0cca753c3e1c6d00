// Waits.h: what a firing waits for
#ifndef SBP_LIB_ANALYSIS_SCHEDULING_WAITS_H
#define SBP_LIB_ANALYSIS_SCHEDULING_WAITS_H

#include "sbp/Analysis/Scheduling/Schedule.h"

namespace sbp {

/// `task` must have fired ((firing * tokens / ownFirings) + 1 - credits)
/// * firings / tokens times: a data edge (credits 0), or the reuse of a
/// register with that many copies.
struct Wait {
  unsigned task;
  int64_t ownFirings, firings, tokens, credits;

  int64_t needed(int64_t firing) const {
    int64_t token = firing * tokens / ownFirings + 1 - credits;
    return token <= 0 ? 0 : token * (firings / tokens);
  }
};

/// What each task of a graph waits for.
std::vector<llvm::SmallVector<Wait>> getWaits(const ScheduledGraph &graph);

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SCHEDULING_WAITS_H
