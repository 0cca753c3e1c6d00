// WindowPlan.h: pieces with halos
#ifndef SBP_LIB_CALCULUS_WINDOWPLAN_H
#define SBP_LIB_CALCULUS_WINDOWPLAN_H

#include "sbp/Calculus/BoxingPlan.h"

namespace sbp {

/// The plan to windows of a tensor (`to` has some, `from` has the same or none;
/// from others the plan would be wrong where they lack elements): what is whole
/// goes by one exchange. Partial values are reduced to the pieces inside the
/// windows first, where that moves no more than it must; else each element is
/// reduced where windows read it and sent to the others. Reaches the bound.
BoxingPlan planWindows(const Placement &fromPlacement, const Distribution &from,
                       const Placement &toPlacement, const Distribution &to,
                       llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                       const Topology *topology);

} // namespace sbp

#endif // SBP_LIB_CALCULUS_WINDOWPLAN_H
