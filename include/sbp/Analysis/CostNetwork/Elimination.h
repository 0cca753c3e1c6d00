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
  /// `threads`, if given, compute large tables; results do not depend on them.
  /// Both must outlive this object.
  explicit Elimination(CostNetwork &network, SolverThreads *threads = nullptr)
      : network(network), threads(threads) {}

  /// Eliminates every variable outside of `kept` whose result has at most
  /// `largestTable` entries. Returns the number of live variables that remain.
  unsigned run(double largestTable, const llvm::BitVector &kept = {});
  /// Returns the table entries visited so far, a machine-independent measure.
  double getWork() const { return work; }
  /// Sets the eliminated variables of `assignment`, given the others. The
  /// lowest state wins ties. `assignment` has one entry per variable.
  void decode(std::vector<unsigned> &assignment) const;

  /// One elimination: minimising `terms` over the states of `variable` gave
  /// term `result`, or nullopt if the result is a constant.
  struct Step {
    unsigned variable;
    llvm::SmallVector<unsigned, 8> terms;
    std::optional<unsigned> result;
  };
  llvm::ArrayRef<Step> getSteps() const { return steps; }

private:
  void eliminate(unsigned variable);

  CostNetwork &network;
  SolverThreads *threads;
  std::vector<Step> steps;
  double work = 0;
  double liveEntries = 0; ///< entries of all live tables
};

/// Returns the table entries that eliminating all of `network` would visit;
/// infinite if that needs a table of more than `largestTable` entries.
double estimateElimination(CostNetwork &network, double largestTable);

} // namespace sbp

#endif // SBP_ANALYSIS_COSTNETWORK_ELIMINATION_H
