// StepFinder.h: the steps between two stages
//
// Nothing, a local step, a collective that moves no more than it must, or else
// the exchange, which always moves the least.
#ifndef SBP_LIB_CALCULUS_STEPFINDER_H
#define SBP_LIB_CALCULUS_STEPFINDER_H

#include "PlanStage.h"

namespace sbp {

/// Every rank of `inner` that `outer` has too (all of them must be there where
/// `needsAll`) has intervals inside those of `outer`.
bool isNested(const Layout &inner, const Layout &outer, bool needsAll);

/// `bound`: in elements, from `from` to `to`. At most two steps, of which each
/// moves what it must and no more.
llvm::SmallVector<BoxingStep, 2> findSteps(const Stage &from, const Stage &to,
                                           llvm::ArrayRef<int64_t> shape,
                                           int64_t bound);

} // namespace sbp

#endif // SBP_LIB_CALCULUS_STEPFINDER_H
