//===- AxisWay.h - one collective per axis, the quickest sequence ---------===//
#ifndef SBP_LIB_CALCULUS_AXISWAY_H
#define SBP_LIB_CALCULUS_AXISWAY_H

#include "PlanStages.h"

namespace sbp {

/// The quickest sequence by `topology` of collectives along one axis each (a
/// hierarchical all_reduce is one), of slices, and of one last step to the
/// target. Both ends are on one placement. Nothing where there is none. A
/// shortest path over the distributions of the placement.
llvm::SmallVector<PlanStages::Way *, 4> findAxisWay(PlanStages &stages,
                                                    const Stage &source,
                                                    const Stage &target,
                                                    double elementBytes);

} // namespace sbp

#endif // SBP_LIB_CALCULUS_AXISWAY_H
