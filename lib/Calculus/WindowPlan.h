//===- WindowPlan.h - pieces with halos -----------------------------------===//
#ifndef SBP_LIB_CALCULUS_WINDOWPLAN_H
#define SBP_LIB_CALCULUS_WINDOWPLAN_H

#include "sbp/Calculus/BoxingPlan.h"

namespace sbp {

/// The plan to windows of a tensor (`to` has some, `from` has the same or none;
/// from others the plan would be wrong where they lack elements): partial
/// values are reduced to the pieces inside the windows first, then one exchange
/// brings to each rank what its windows reach outside its piece. Reaches the
/// bound where nothing is partial, and with partials where every element is in
/// some window.
BoxingPlan planWindows(const Placement &fromPlacement, const Distribution &from,
                       const Placement &toPlacement, const Distribution &to,
                       llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                       const Topology *topology);

} // namespace sbp

#endif // SBP_LIB_CALCULUS_WINDOWPLAN_H
