//===- Solver.h - the exact minimum of a cost network ---------------------===//
#ifndef SBP_ANALYSIS_SELECTION_SOLVER_H
#define SBP_ANALYSIS_SELECTION_SOLVER_H

#include "sbp/Analysis/Selection/CostNetwork.h"

namespace sbp {

struct SolverOptions {
  /// Entries a table may have in the first elimination, before any bound.
  double firstTable = 30000;
  /// Start and end of the escalation once a bound is needed: sweeps of the
  /// dual and entries of a table grow together while rounds delete little.
  unsigned firstSweeps = 100, lastSweeps = 800;
  double lastTable = 5e6;
  unsigned rounds = 24;
  /// Table entries that all sweeps together may visit; when they are used up
  /// the best assignment is returned with its gap. About a minute.
  double work = 4e10;
  /// An assignment known to be possible (one state per variable), or empty.
  std::vector<unsigned> known;
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

#endif // SBP_ANALYSIS_SELECTION_SOLVER_H
