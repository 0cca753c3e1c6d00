// ContestInstance.h: problems of the ASPLOS/EuroSys 2025 IOPDDL contest
#ifndef SBP_ANALYSIS_SELECTION_CONTESTINSTANCE_H
#define SBP_ANALYSIS_SELECTION_CONTESTINSTANCE_H

#include "sbp/Analysis/CostNetwork/MemoryRows.h"
#include "llvm/Support/Error.h"

namespace sbp {

/// A strategy for each node, so that nodes and edges cost least and at no time
/// more than the limit is used.
struct ContestInstance {
  TablePool pool;
  CostNetwork network{pool};
  MemoryRows rows;

  /// Reads the contest's JSON. An error names the entry that is wrong, what was
  /// found and what is expected.
  llvm::Error read(llvm::StringRef text);
};

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_CONTESTINSTANCE_H
