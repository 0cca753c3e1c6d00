// ConstrainedSolver.h: the least cost within a memory limit
#ifndef SBP_ANALYSIS_COSTNETWORK_CONSTRAINEDSOLVER_H
#define SBP_ANALYSIS_COSTNETWORK_CONSTRAINEDSOLVER_H

#include "sbp/Analysis/CostNetwork/MemoryTerms.h"
#include "sbp/Analysis/CostNetwork/Solver.h"

namespace sbp {

/// Options and limits of one constrained solve.
struct ConstrainedOptions {
  SolverOptions solver;
  /// Limit on the table entries that all relaxations together may visit.
  double work = 4e8;
  /// Time limit in seconds, after which the best assignment found is returned
  /// with its gap; 0 means no limit.
  double seconds = 0;
  unsigned relaxations = 20000;
};

/// The result of a constrained solve. `solution.cost` is infinite if no
/// feasible assignment was found; `solution.lowerBound` too if none exists.
struct ConstrainedSolution {
  Solution solution;
  double peak = 0; ///< peak memory of the assignment, in bytes
  /// The assignment with the smallest peak found, for reports if none fits, its
  /// peak and cost, and a peak that no assignment can undercut.
  std::vector<unsigned> smallest;
  double smallestPeak = kInfiniteCost, peakBound = 0;
  Cost smallestCost = kInfiniteCost;
  double freeBound = -kInfiniteCost; ///< lower bound without a memory limit
  bool fits() const { return solution.cost < kInfiniteCost; }
};

/// Minimises the cost of `network` over the assignments that stay within the
/// limit of `memory`. Lagrangian relaxation: bytes get prices at the points
/// where memory is short; the network with prices is solved exactly, and its
/// minimum is a lower bound of the constrained minimum. The remaining gap is
/// closed by branch and bound. Deterministic unless the time limit ends it.
ConstrainedSolution solveWithin(const CostNetwork &network,
                                const MemoryTerms &memory,
                                const ConstrainedOptions &options = {});

} // namespace sbp

#endif // SBP_ANALYSIS_COSTNETWORK_CONSTRAINEDSOLVER_H
