// Collectives.h: the collective that takes one stage to another
#ifndef SBP_LIB_CALCULUS_COLLECTIVES_H
#define SBP_LIB_CALCULUS_COLLECTIVES_H

#include "PlanStage.h"

namespace sbp {

/// The all_reduce, reduce_scatter, all_gather or all_to_all of the axes that
/// change, where they all change in the same way and the pieces fit. Copies may
/// reduce the same value each: more than the bound.
std::optional<BoxingStep> findAxisCollective(const Stage &from,
                                             const Stage &to);

/// One rank has exactly what several others need.
std::optional<BoxingStep> findBroadcast(const Stage &from, const Stage &to);

/// The terms of each piece meet at a rank that holds one of them.
std::optional<BoxingStep> findReduce(const Stage &from, const Stage &to);

} // namespace sbp

#endif // SBP_LIB_CALCULUS_COLLECTIVES_H
