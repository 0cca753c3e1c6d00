//===- DualBound.h - lower bound, labelling, states that cannot win -------===//
#ifndef SBP_LIB_ANALYSIS_SELECTION_DUALBOUND_H
#define SBP_LIB_ANALYSIS_SELECTION_DUALBOUND_H

#include "sbp/Analysis/Selection/CostNetwork.h"

namespace sbp {

/// What the dual says about the live part of a network.
struct DualBound {
  double lowerBound = -infiniteCost;
  Cost upperBound = infiniteCost;
  /// An assignment of cost `upperBound`; by variable, live ones only.
  std::vector<unsigned> labelling;
  /// Per live variable the states that may still be part of a solution no
  /// dearer than `upperBound`, ascending; those of `labelling` among them.
  std::vector<llvm::SmallVector<unsigned, 0>> kept;
  size_t statesBefore = 0, statesAfter = 0;
};

/// Sequential reweighted message passing (TRW-S, on tables of any number of
/// variables) over `sweeps` alternating sweeps, with a greedy labelling of the
/// reweighted costs every tenth. `known` is an assignment to beat (or empty).
/// Floating point decides deletions only, with a margin; the costs themselves
/// stay exact. selection.md section 3.
DualBound boundFromBelow(CostNetwork &network, unsigned sweeps,
                         llvm::ArrayRef<unsigned> known);

/// Rounding error that a bound near `cost` may have, at least half a unit.
double getBoundMargin(Cost cost);

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_DUALBOUND_H
