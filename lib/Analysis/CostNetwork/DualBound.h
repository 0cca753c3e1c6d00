// DualBound.h: lower bound, labelling and pruning of states
#ifndef SBP_LIB_ANALYSIS_COSTNETWORK_DUALBOUND_H
#define SBP_LIB_ANALYSIS_COSTNETWORK_DUALBOUND_H

#include "DualShifts.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace sbp {

/// The result of a dual bound on the live part of a network.
struct DualBound {
  double lowerBound = -kInfiniteCost;
  Cost upperBound = kInfiniteCost;
  /// An assignment of cost `upperBound`, set for live variables only. Empty if
  /// getSafeBound(lowerBound) shows that there is nothing left to search.
  std::vector<unsigned> labelling;
  /// Per live variable, ascending, the states that can be part of a solution of
  /// cost `upperBound` or less; one state if there is none.
  KeptStates kept;
  size_t statesBefore = 0, statesAfter = 0;
  DualShifts shifts;      ///< a starting point for the bounds of branches
  unsigned sweeps = 0;    ///< number of sweeps made
  bool isRefuted = false; ///< no assignment is cheaper than the cutoff
};

/// Computes a dual bound by sequential tree-reweighted message passing (TRW-S,
/// Kolmogorov 2006; on tables of any arity, as MPLP and soft arc consistency,
/// Cooper et al. 2010). Up to `sweeps` alternating sweeps; every tenth is
/// followed by a greedy labelling of the reparametrised costs; ends early if
/// ten sweeps gain next to nothing. `known` is an assignment to improve, or
/// empty. `improve` is called with the best labelling before states are
/// deleted. An assignment of cost `cutoff` exists elsewhere: states that cannot
/// be part of a cheaper one are deleted too. `shifts` is the starting point.
/// Floating point only decides deletions, with a margin; the costs themselves
/// stay exact.
DualBound
computeDualBound(CostNetwork &network, unsigned sweeps,
                 llvm::ArrayRef<unsigned> known, Cost cutoff,
                 const DualShifts &shifts,
                 llvm::function_ref<void(std::vector<unsigned> &)> improve);

/// Returns the rounding error that a bound near `cost` may have, at least 0.5.
double getBoundMargin(Cost cost);
/// Returns the least integer cost that `lowerBound` proves despite its rounding
/// error.
double getSafeBound(double lowerBound);

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_COSTNETWORK_DUALBOUND_H
