// StepFinder.h: the steps between two distributions
//
// No step, a local step, a collective at the lower bound, or else the exchange,
// which always reaches the lower bound.
#ifndef SBP_LIB_CALCULUS_STEPFINDER_H
#define SBP_LIB_CALCULUS_STEPFINDER_H

#include "../Plan/PlanNode.h"

namespace sbp {

/// Returns true if on every rank of `inner` that `outer` has too, the box of
/// `inner` lies inside of the box of `outer`. With `needsAll`, a rank that only
/// `inner` has makes it false. Both layouts have one global shape.
bool isNested(const Layout &inner, const Layout &outer, bool needsAll);

/// Returns at most two steps that together move exactly the least number of
/// elements; none where the nodes are equal on the same ranks. `bound` is that
/// number, the lower bound between the two nodes, and `shape` the global one.
llvm::SmallVector<BoxingStep, 2> findSteps(const PlanNode &from,
                                           const PlanNode &to,
                                           llvm::ArrayRef<int64_t> shape,
                                           int64_t bound);

} // namespace sbp

#endif // SBP_LIB_CALCULUS_STEPFINDER_H
