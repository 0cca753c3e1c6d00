// Collectives.h: recognition of the collective between two distributions
#ifndef SBP_LIB_CALCULUS_COLLECTIVES_H
#define SBP_LIB_CALCULUS_COLLECTIVES_H

#include "PlanNode.h"

namespace sbp {

/// Returns the all_reduce, reduce_scatter, all_gather or all_to_all along the
/// axes that change, with its groups and traffic. Nullopt unless both nodes
/// have one placement, all changing axes change in the same way, and the pieces
/// of a group fit. May move more than the bound: replicas may each reduce the
/// same value.
std::optional<BoxingStep> findAxisCollective(const PlanNode &from,
                                             const PlanNode &to);

/// Returns a broadcast if, for each piece of `to`, one rank holds exactly what
/// the others need; nullopt otherwise, and for partial values.
std::optional<BoxingStep> findBroadcast(const PlanNode &from,
                                        const PlanNode &to);

/// Returns a reduce if the terms of each piece can be combined at a rank that
/// holds one of them, and each piece of `to` has one holder; nullopt otherwise.
std::optional<BoxingStep> findReduce(const PlanNode &from, const PlanNode &to);

} // namespace sbp

#endif // SBP_LIB_CALCULUS_COLLECTIVES_H
