// ContestInstance.h: problems of the ASPLOS/EuroSys 2025 IOPDDL contest
#ifndef SBP_ANALYSIS_SELECTION_SOLUTION_CONTESTINSTANCE_H
#define SBP_ANALYSIS_SELECTION_SOLUTION_CONTESTINSTANCE_H

#include "sbp/Analysis/CostNetwork/MemoryTerms.h"
#include "llvm/Support/Error.h"

namespace sbp {

/// One problem: choose a strategy per node that minimises the sum of node and
/// edge costs, with the usage at every time below the limit.
struct ContestInstance {
  TablePool pool;
  CostNetwork network{pool};
  MemoryTerms terms;

  /// Reads the contest's JSON. An error names the entry that is wrong, what was
  /// found and what is expected.
  llvm::Error read(llvm::StringRef text);
};

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_SOLUTION_CONTESTINSTANCE_H
