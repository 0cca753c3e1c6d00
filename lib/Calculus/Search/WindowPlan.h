// WindowPlan.h: plans to distributions with halos
#ifndef SBP_LIB_CALCULUS_WINDOWPLAN_H
#define SBP_LIB_CALCULUS_WINDOWPLAN_H

#include "sbp/Calculus/BoxingPlan.h"

namespace sbp {

/// Plans the move of a tensor of `shape`, with elements of `elementBytes`
/// bytes, to windows (`to` has some and is no partial value; `from` has the
/// same windows or none, because other windows may lack elements). A whole
/// value takes one exchange. A partial value is first reduced to the pieces
/// inside of the windows if that reaches the lower bound; otherwise each
/// element is reduced at one rank that reads it and sent to the others.
/// `topology` may be null: bytes decide then, and the plan has no seconds.
/// There is always a plan; it refers to no argument.
BoxingPlan planWindows(const Placement &fromPlacement, const Distribution &from,
                       const Placement &toPlacement, const Distribution &to,
                       llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                       const Topology *topology);

} // namespace sbp

#endif // SBP_LIB_CALCULUS_WINDOWPLAN_H
