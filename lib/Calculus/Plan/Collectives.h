// Collectives.h: recognition of the collective between two distributions
#ifndef SBP_LIB_CALCULUS_COLLECTIVES_H
#define SBP_LIB_CALCULUS_COLLECTIVES_H

#include "PlanNode.h"

namespace sbp {

/// Returns the all_reduce, reduce_scatter, all_gather or all_to_all along the
/// axes that change, with its groups and traffic. Nullopt unless both nodes
/// have one placement, some axis changes, all of these in one of the four ways,
/// and the pieces of a group fit. May move more than the bound: replicas may
/// each reduce the same value.
std::optional<BoxingStep> findAxisCollective(const PlanNode &from,
                                             const PlanNode &to);

/// Returns a broadcast if, for each piece of `to`, one rank holds exactly what
/// the others need, and several need one of them: a message to a single rank is
/// left to an exchange. Nullopt otherwise, and for partial values.
std::optional<BoxingStep> findBroadcast(const PlanNode &from,
                                        const PlanNode &to);

/// Returns a reduce of the partial `from` if each piece of `to` has one holder,
/// and this rank holds a term of exactly that piece; nullopt otherwise.
std::optional<BoxingStep> findReduce(const PlanNode &from, const PlanNode &to);

} // namespace sbp

#endif // SBP_LIB_CALCULUS_COLLECTIVES_H
