// Solver.h: the exact minimum of a cost network
#ifndef SBP_ANALYSIS_COSTNETWORK_SOLVER_H
#define SBP_ANALYSIS_COSTNETWORK_SOLVER_H

#include "sbp/Analysis/CostNetwork/CostNetwork.h"

namespace sbp {

/// A permutation of the states of each variable: the image of each state, one
/// list per variable; an empty list keeps the states of its variable.
using StatePermutation = std::vector<std::vector<unsigned>>;

/// Options and limits of a solve. Table sizes are in entries, work in visited
/// table entries.
struct SolverOptions {
  /// Largest table of the first elimination, before any bound.
  double firstTable = 30000;
  /// Largest table of eliminations after a bound, at least firstTable; and that
  /// where a bound deletes little, if elimination then solves all that remains.
  double coreTable = 30000, lastTable = 5e6;
  /// Dual sweeps before every deletion; fewer are made if they gain nothing.
  unsigned sweeps = 100;
  /// Allows branching if nothing else helps. Without it, a gap may remain.
  bool branches = true;
  /// Limit on the work of all but the first elimination; when it is spent, the
  /// best assignment is returned with its gap. About 20 seconds of one core, 40
  /// with small tables.
  double work = 2.5e11;
  /// Tries of the neighbourhood search before each bound, and the largest table
  /// it may build (NeighbourhoodSearch.h).
  unsigned tries = 12;
  double neighbourhoodTable = 3e5;
  /// A feasible assignment (one state per variable) to start from, or empty.
  std::vector<unsigned> known;
  /// Permutations that may change no cost; those that do are found and ignored.
  /// Of solutions that the others map to each other, one is looked for.
  std::vector<StatePermutation> permutations;
  /// Threads that solve branches in parallel; 0: one per core, at most eight.
  /// The solution does not depend on it.
  unsigned threads = 1;
};

/// The result of a solve. `cost` is the exact cost of `assignment`, infinite if
/// no feasible assignment was found: `assignment`, always with one state per
/// variable, is meaningless then. No assignment is cheaper than `lowerBound`,
/// which is infinite too where infeasibility is proved.
struct Solution {
  Cost cost = kInfiniteCost, lowerBound = -kInfiniteCost;
  std::vector<unsigned> assignment;
  /// Table entries that were visited, a machine-independent measure of effort.
  double work = 0;
  /// Returns true if no assignment is cheaper, or if none is feasible.
  bool isOptimal() const { return lowerBound >= cost; }
  /// Returns 0 if optimality is proved, else the positive (cost - lowerBound) /
  /// max(1, |cost|); not a number where the cost is infinite and unproved.
  double getGap() const;
};

/// Minimises the cost of `network`: eliminates variables, bounds the rest from
/// below, deletes states that cannot be part of an optimum, and repeats;
/// branches if that stops. Deterministic for any number of threads. Reaching a
/// limit of `options` leaves a gap rather than an error. `network` is copied;
/// its pool receives tables, so no other thread may use the pool meanwhile.
Solution solve(const CostNetwork &network, const SolverOptions &options = {});

} // namespace sbp

#endif // SBP_ANALYSIS_COSTNETWORK_SOLVER_H
