// ConstrainedSolver.h: the least cost that fits into memory
#ifndef SBP_ANALYSIS_COSTNETWORK_CONSTRAINEDSOLVER_H
#define SBP_ANALYSIS_COSTNETWORK_CONSTRAINEDSOLVER_H

#include "sbp/Analysis/CostNetwork/MemoryRows.h"
#include "sbp/Analysis/CostNetwork/Solver.h"

namespace sbp {

struct ConstrainedOptions {
  SolverOptions solver;
  /// Table entries that all relaxations together may visit.
  double work = 4e8;
  /// Not zero: seconds after which the best found is returned with its gap.
  double seconds = 0;
  unsigned relaxations = 20000;
};

/// `solution` is of the constrained problem: its cost is infinite where no
/// assignment was found that fits, and the bound too where none can.
struct ConstrainedSolution {
  Solution solution;
  double peak = 0; ///< of the assignment, in bytes
  /// What was found to need least, and what no assignment can undercut: only
  /// where nothing fits.
  std::vector<unsigned> smallest;
  double smallestPeak = infiniteCost, peakBound = 0;
  Cost smallestCost = infiniteCost;
  double freeBound = -infiniteCost; ///< on the cost without limits
  bool fits() const { return solution.cost < infiniteCost; }
};

/// Minimises the cost of `network` over what stays within `rows`. Bytes get a
/// price at the points where they are short; every price is a plain network,
/// solved exactly, whose minimum bounds the constrained one from below. What
/// prices cannot decide is branched on. Deterministic unless `seconds` ends it.
ConstrainedSolution solveWithin(const CostNetwork &network,
                                const MemoryRows &rows,
                                const ConstrainedOptions &options = {});

} // namespace sbp

#endif // SBP_ANALYSIS_COSTNETWORK_CONSTRAINEDSOLVER_H
