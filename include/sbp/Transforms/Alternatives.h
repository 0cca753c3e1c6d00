// Alternatives.h: the decomposed forms of ops come into the IR and leave it
#ifndef SBP_TRANSFORMS_ALTERNATIVES_H
#define SBP_TRANSFORMS_ALTERNATIVES_H

#include "sbp/Analysis/Selection/Alternatives.h"
#include "sbp/Analysis/Selection/Decision.h"

namespace sbp {

/// Puts every form that an op offers (SBPOpInterface::getAlternatives) in front
/// of the op, on its placement. Ops of forms have none of their own. Before:
/// sbp-place-operations.
Alternatives insertAlternatives(mlir::ModuleOp module);

/// What `decision` lets run stays and is used, the other forms go.
void takeAlternatives(const Alternatives &alternatives,
                      const Decision &decision);

} // namespace sbp

#endif // SBP_TRANSFORMS_ALTERNATIVES_H
