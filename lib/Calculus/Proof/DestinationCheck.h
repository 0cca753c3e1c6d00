// DestinationCheck.h: checks the final state of a symbolic execution
#ifndef SBP_LIB_CALCULUS_DESTINATIONCHECK_H
#define SBP_LIB_CALCULUS_DESTINATIONCHECK_H

#include "SymbolicState.h"
#include "sbp/Calculus/Layout.h"

namespace sbp {

/// Returns text such as "[0:4, 2:3]", begin and end by dimension; "[]" for a
/// scalar.
std::string toString(const Box &box);

/// Returns what is wrong with `state` as a state of `target` for the value that
/// `source` described, or nullopt if it is correct. Every rank of `target` must
/// hold its piece and no other elements (others are not checked), replicas must
/// be equal, and over the partial coordinates every term must occur once (at
/// least once if the combiner is idempotent), all at one coordinate if both
/// ends have a combiner and they differ. Of `state`, only the offer changes.
std::optional<std::string> checkDestination(SymbolicState &state,
                                            const Layout &source,
                                            const Layout &target);

} // namespace sbp

#endif // SBP_LIB_CALCULUS_DESTINATIONCHECK_H
