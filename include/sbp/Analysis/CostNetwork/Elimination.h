// Elimination.h: exact reduction of a cost network
#ifndef SBP_ANALYSIS_COSTNETWORK_ELIMINATION_H
#define SBP_ANALYSIS_COSTNETWORK_ELIMINATION_H

#include "sbp/Analysis/CostNetwork/CostNetwork.h"
#include "sbp/Analysis/CostNetwork/SolverThreads.h"
#include "llvm/ADT/BitVector.h"
#include <optional>

namespace sbp {

/// Variable elimination (bucket elimination, Dechter 1999) in the order
/// "smallest result first, then oldest first", with a cache keyed by table
/// numbers: of L equal layers, all but log L products are cache hits. Exact.
class Elimination {
public:
  /// Prepares the elimination of `network`, which `run` changes. `threads`, if
  /// not null, compute large tables; results do not depend on them. Both must
  /// outlive this object.
  explicit Elimination(CostNetwork &network, SolverThreads *threads = nullptr)
      : network(network), threads(threads) {}

  /// Eliminates every variable outside of `kept` (a bit each, or empty) whose
  /// result has at most `largestTable` entries; drops all of a single state.
  /// Returns the number of live variables that remain; at 0 the constant of the
  /// network is its minimum, infinite if no assignment is feasible.
  unsigned run(double largestTable, const llvm::BitVector &kept = {});
  /// Returns the table entries visited so far, a machine-independent measure.
  double getWork() const { return work; }
  /// Sets the eliminated variables of `assignment`, given the others. The
  /// lowest state wins ties, and state 0 where all are forbidden. `assignment`
  /// has one entry per variable; those with a single state keep their entries.
  void decode(std::vector<unsigned> &assignment) const;

  /// One elimination: minimising `terms` over the states of `variable` gave
  /// term `result`, or nullopt if the result is a constant.
  struct Step {
    unsigned variable;
    llvm::SmallVector<unsigned, 8> terms;
    std::optional<unsigned> result;
  };
  /// Returns the eliminations in their order; valid until the next run.
  llvm::ArrayRef<Step> getSteps() const { return steps; }

private:
  /// Eliminates a live variable, whatever the size of the result, and appends
  /// the step.
  void eliminate(unsigned variable);

  CostNetwork &network;
  SolverThreads *threads;
  std::vector<Step> steps;
  double work = 0;
  double liveEntries = 0; ///< entries of all live tables
};

/// Returns the table entries that eliminating all of `network` would visit;
/// infinite if that needs a table of more than `largestTable` entries, 0 if no
/// variable is live. The network keeps its terms and variables.
double estimateElimination(CostNetwork &network, double largestTable);

} // namespace sbp

#endif // SBP_ANALYSIS_COSTNETWORK_ELIMINATION_H
