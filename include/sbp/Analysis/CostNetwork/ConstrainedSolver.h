// ConstrainedSolver.h: the least cost within a memory limit
#ifndef SBP_ANALYSIS_COSTNETWORK_CONSTRAINEDSOLVER_H
#define SBP_ANALYSIS_COSTNETWORK_CONSTRAINEDSOLVER_H

#include "sbp/Analysis/CostNetwork/MemoryTerms.h"
#include "sbp/Analysis/CostNetwork/Solver.h"

namespace sbp {

/// Options and limits of one constrained solve. The search ends at the first
/// limit that it reaches and returns the best assignment found with its gap.
struct ConstrainedOptions {
  /// Options of each relaxation. `branches`, `tries` and `known` are ignored.
  SolverOptions solver;
  /// Limit on the table entries that all relaxations together may visit.
  double work = 4e8;
  /// Time limit in seconds of wall clock; 0 means no limit.
  double seconds = 0;
  unsigned relaxations = 20000; ///< largest number of relaxations to solve
};

/// The result of a constrained solve. `solution.cost` is infinite and
/// `solution.assignment` empty if no feasible assignment was found;
/// `solution.lowerBound` is infinite too if none exists. Costs are in units of
/// the network.
struct ConstrainedSolution {
  Solution solution;
  double peak = 0; ///< peak bytes of `solution`; 0 if none was found
  /// The assignment with the smallest peak found, for reports if none fits.
  /// Empty, with an infinite peak and cost, if every assignment tried has an
  /// infinite cost.
  std::vector<unsigned> smallest;
  /// Peak bytes of `smallest`, and bytes that no peak can be below.
  double smallestPeak = kInfiniteCost, peakBound = 0;
  Cost smallestCost = kInfiniteCost; ///< cost of `smallest`
  double freeBound = -kInfiniteCost; ///< lower bound without a memory limit
  /// Returns true if a feasible assignment within the limit was found.
  bool fits() const { return solution.cost < kInfiniteCost; }
};

/// Minimises the cost of `network` over the assignments that stay within the
/// limit of `memory`. Lagrangian relaxation: bytes get prices at the points
/// where memory is short; the network with prices is solved exactly, and its
/// minimum is a lower bound of the constrained minimum. The remaining gap is
/// closed by branch and bound. Deterministic unless the time limit ends it. The
/// variables of `memory` are numbered as in `network`; `network` is not
/// changed, but its pool receives tables, so no other thread may use the pool
/// meanwhile.
ConstrainedSolution solveWithin(const CostNetwork &network,
                                const MemoryTerms &memory,
                                const ConstrainedOptions &options = {});

} // namespace sbp

#endif // SBP_ANALYSIS_COSTNETWORK_CONSTRAINEDSOLVER_H
