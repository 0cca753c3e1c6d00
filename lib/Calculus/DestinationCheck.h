// DestinationCheck.h: whether ranks hold what they should
#ifndef SBP_LIB_CALCULUS_DESTINATIONCHECK_H
#define SBP_LIB_CALCULUS_DESTINATIONCHECK_H

#include "SymbolicState.h"
#include "sbp/Calculus/Layout.h"

namespace sbp {

/// "[0:4, 2:3]".
std::string toString(const Box &box);

/// What is wrong with `state` as a state of `target` that stands for the value
/// which `source` stood for; nothing if it is right. Every rank must hold its
/// piece and nothing else, copies must agree, and over the partial coordinates
/// every term must be there once.
std::optional<std::string> checkDestination(SymbolicState &state,
                                            const Layout &source,
                                            const Layout &target);

} // namespace sbp

#endif // SBP_LIB_CALCULUS_DESTINATIONCHECK_H
