// ContestInstance.h: problems of the ASPLOS/EuroSys 2025 IOPDDL contest
#ifndef SBP_ANALYSIS_SELECTION_SOLUTION_CONTESTINSTANCE_H
#define SBP_ANALYSIS_SELECTION_SOLUTION_CONTESTINSTANCE_H

#include "sbp/Analysis/CostNetwork/MemoryTerms.h"
#include "llvm/Support/Error.h"

namespace sbp {

/// One problem: choose a strategy per node that minimises the sum of node and
/// edge costs, with the usage at every time at most the limit. Strategies are
/// states of variables, which are numbered as the nodes. Not to be moved: the
/// network points to the pool.
struct ContestInstance {
  TablePool pool;
  CostNetwork network{pool};
  MemoryTerms terms;

  /// Reads the contest's JSON into an empty instance and drops dominated times.
  /// An error names the entry that is wrong (not if the text is no JSON); the
  /// instance is incomplete then. `text` is not kept. Without `usage_limit`
  /// there is no limit.
  llvm::Error read(llvm::StringRef text);
};

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_SOLUTION_CONTESTINSTANCE_H
