// Elimination.h: exact reduction of a cost network
#ifndef SBP_ANALYSIS_COSTNETWORK_ELIMINATION_H
#define SBP_ANALYSIS_COSTNETWORK_ELIMINATION_H

#include "sbp/Analysis/CostNetwork/CostNetwork.h"
#include "sbp/Analysis/CostNetwork/SolverThreads.h"
#include "llvm/ADT/BitVector.h"
#include <optional>

namespace sbp {

/// Variable elimination ("smallest result first, then oldest first") with a
/// memo on table numbers: of L equal layers all but log L products are looked
/// up. Exact; selection.md section 2.
class Elimination {
public:
  /// `threads`: that large tables are made with, which changes none.
  explicit Elimination(CostNetwork &network, SolverThreads *threads = nullptr)
      : network(network), threads(threads) {}

  /// Eliminates every variable whose result has at most `largestTable`
  /// entries, but those in `kept`. Returns how many variables are left.
  unsigned run(double largestTable, const llvm::BitVector &kept = {});
  /// Table entries that were visited so far: what it takes, on any machine.
  double getWork() const { return work; }
  /// Fills in the eliminated variables, given the others; the lowest state
  /// wins among equals. `assignment` has one entry per variable.
  void decode(std::vector<unsigned> &assignment) const;

  /// Minimising `terms` over the states of `variable` made term `made`; none
  /// where that is a constant.
  struct Step {
    unsigned variable;
    llvm::SmallVector<unsigned, 8> terms;
    std::optional<unsigned> made;
  };
  llvm::ArrayRef<Step> getSteps() const { return steps; }

private:
  void eliminate(unsigned variable);

  CostNetwork &network;
  SolverThreads *threads;
  std::vector<Step> steps;
  double work = 0;
  double liveEntries = 0; ///< of all live tables
};

/// Table entries that eliminating all of `network` would visit; infinite where
/// that takes a table of more than `largestTable`.
double estimateElimination(CostNetwork &network, double largestTable);

} // namespace sbp

#endif // SBP_ANALYSIS_COSTNETWORK_ELIMINATION_H
