// Solver.h: the exact minimum of a cost network
#ifndef SBP_ANALYSIS_COSTNETWORK_SOLVER_H
#define SBP_ANALYSIS_COSTNETWORK_SOLVER_H

#include "sbp/Analysis/CostNetwork/CostNetwork.h"

namespace sbp {

struct SolverOptions {
  /// Entries a table may have in the first elimination, before any bound.
  double firstTable = 30000;
  /// The same where bounds have been used; where they delete little, if that
  /// solves all that is left.
  double coreTable = 30000, lastTable = 5e6;
  /// Of the dual, before every deletion; fewer where they gain nothing.
  unsigned sweeps = 100;
  /// Whether states are divided where nothing else helps: without that a
  /// bound may stay loose.
  bool divides = true;
  /// Table entries that all sweeps together may visit; when they are used up
  /// the best assignment is returned with its gap. Twenty seconds of
  /// one core, where tables are small forty.
  double work = 2.5e11;
  /// Each bound is preceded by so many tries to find a better assignment, most
  /// variables decided anew by tables of this size (PartSearch.h).
  unsigned tries = 12;
  double partTable = 3e5;
  /// An assignment known to be possible (one state per variable), or empty.
  std::vector<unsigned> known;
  /// That solve divided states beside each other, 0: one per core, eight at
  /// most. The solution is the same.
  unsigned threads = 1;
};

/// `cost` is exact for `assignment`; no assignment is cheaper than
/// `lowerBound`. Infinite cost: there is no possible assignment.
struct Solution {
  Cost cost = infiniteCost, lowerBound = -infiniteCost;
  std::vector<unsigned> assignment;
  /// Table entries that were visited: what solving takes, on any machine.
  double work = 0;
  bool isOptimal() const { return lowerBound >= cost; }
  /// (cost - lowerBound) / cost; 0 iff proved.
  double getGap() const;
};

/// Eliminates, bounds from below, deletes states that cannot be part of an
/// optimum, and repeats. Deterministic. selection.md sections 2 and 3.
Solution solve(const CostNetwork &network, const SolverOptions &options = {});

} // namespace sbp

#endif // SBP_ANALYSIS_COSTNETWORK_SOLVER_H
