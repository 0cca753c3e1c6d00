// DualBound.h: lower bound, labelling, states that cannot win
#ifndef SBP_LIB_ANALYSIS_COSTNETWORK_DUALBOUND_H
#define SBP_LIB_ANALYSIS_COSTNETWORK_DUALBOUND_H

#include "DualShifts.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace sbp {

/// What the dual says about the live part of a network.
struct DualBound {
  double lowerBound = -infiniteCost;
  Cost upperBound = infiniteCost;
  /// An assignment of cost `upperBound`; by variable, live ones only. Empty
  /// where getSafeBound(lowerBound) says that there is nothing to search.
  std::vector<unsigned> labelling;
  /// Per live variable the states that may still be part of a solution no
  /// dearer than `upperBound`, ascending; one where there is none.
  KeptStates kept;
  size_t statesBefore = 0, statesAfter = 0;
  DualShifts shifts;      ///< from which a bound of a part may start
  unsigned sweeps = 0;    ///< that were made
  bool isRefuted = false; ///< nothing is cheaper than the cutoff
};

/// Sequential reweighted message passing (TRW-S, on tables of any number of
/// variables) over `sweeps` alternating sweeps, with a greedy labelling of the
/// reweighted costs every tenth; ends early where ten gain next to nothing.
/// `known` is an assignment to beat (or empty). `improve` is shown the best
/// labelling before states are deleted. An assignment of cost `cutoff` is known
/// elsewhere: states that cannot be part of a cheaper one go too, and nothing
/// is labelled where none can. `shifts`: where to begin. Floating point decides
/// deletions only, with a margin; the costs themselves stay exact. selection.md
/// section 3.
DualBound
boundFromBelow(CostNetwork &network, unsigned sweeps,
               llvm::ArrayRef<unsigned> known, Cost cutoff,
               const DualShifts &shifts,
               llvm::function_ref<void(std::vector<unsigned> &)> improve);

/// Rounding error that a bound near `cost` may have, at least half a unit.
double getBoundMargin(Cost cost);
/// The least whole cost that `lowerBound` allows, whatever its rounding error.
double getSafeBound(double lowerBound);

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_COSTNETWORK_DUALBOUND_H
