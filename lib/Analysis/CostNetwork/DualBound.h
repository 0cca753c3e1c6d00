// DualBound.h: lower bound, labelling and pruning of states
#ifndef SBP_LIB_ANALYSIS_COSTNETWORK_DUALBOUND_H
#define SBP_LIB_ANALYSIS_COSTNETWORK_DUALBOUND_H

#include "DualShifts.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace sbp {

/// The result of a dual bound on the live part of a network.
struct DualBound {
  double lowerBound = -kInfiniteCost; ///< inexact: compare getSafeBound
  Cost upperBound = kInfiniteCost;    ///< exact; infinite if none is known
  /// An assignment of cost `upperBound`, set for live variables only. Empty if
  /// none was known and getSafeBound(lowerBound) leaves nothing to search.
  std::vector<unsigned> labelling;
  /// Per live variable, ascending, the states that can be part of a solution
  /// that costs no more than `upperBound` and the cutoff; one if there is none.
  KeptStates kept;
  /// The states of all live variables together, before and after deletions.
  size_t statesBefore = 0, statesAfter = 0;
  DualShifts shifts;      ///< a starting point for the bounds of branches
  unsigned sweeps = 0;    ///< number of sweeps made
  bool isRefuted = false; ///< deletions prove: none is cheaper than the cutoff
};

/// Computes a dual bound by sequential tree-reweighted message passing (TRW-S,
/// Kolmogorov 2006; on tables of any arity, as MPLP and soft arc consistency,
/// Cooper et al. 2010). Makes `sweeps`, at least 1, alternating sweeps, fewer
/// if they gain next to nothing or the bounds meet. With an infinite `cutoff`,
/// a greedy labelling of the reparametrised costs follows every tenth and the
/// last. A finite `cutoff` is the cost of an assignment that exists elsewhere:
/// states that only dearer ones have are deleted too, and at most one labelling
/// is made, at the end. `known` is an assignment to improve, or empty. If a gap
/// remains, `improve` is called once with the best labelling before states are
/// deleted; it may replace it. `shifts` is the starting point; it and `known`
/// are borrowed for the call. Floating point only decides deletions, with a
/// margin; the costs themselves stay exact.
DualBound
computeDualBound(CostNetwork &network, unsigned sweeps,
                 llvm::ArrayRef<unsigned> known, Cost cutoff,
                 const DualShifts &shifts,
                 llvm::function_ref<void(std::vector<unsigned> &)> improve);

/// Returns the rounding error in cost units that a bound near `cost` may have,
/// at least 0.5; 0.5 for an infinite cost.
double getBoundMargin(Cost cost);
/// Returns the least integer cost that `lowerBound` proves despite its rounding
/// error.
double getSafeBound(double lowerBound);

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_COSTNETWORK_DUALBOUND_H
