// Alternatives.h: the decomposed forms of ops come into the IR and leave it
#ifndef SBP_TRANSFORMS_ALTERNATIVES_H
#define SBP_TRANSFORMS_ALTERNATIVES_H

#include "sbp/Analysis/Selection/Alternatives.h"
#include "sbp/Analysis/Selection/Selection.h"

namespace sbp {

/// Puts every form that an op offers (SBPOpInterface::getAlternatives) in front
/// of the op, on its placement; those that have a weight only if asked for. Ops
/// of forms have none of their own. Before: sbp-place-operations.
Alternatives insertAlternatives(mlir::ModuleOp module,
                                bool withWeighty = false);

/// What `decision` lets run stays and is used, the other forms go.
void takeAlternatives(const Alternatives &alternatives,
                      const Decision &decision);

/// All forms go, the ops themselves stay.
void dropAlternatives(const Alternatives &alternatives);

/// selectDistributions among all forms: also those that have a weight, unless
/// there is a limit, they weigh much, or the best choice with them is not found
/// quickly. `alternatives` are those that are in the module afterwards.
llvm::FailureOr<SelectionResult>
selectAmongForms(mlir::ModuleOp module, const CostModel &model,
                 const SelectionOptions &options, Alternatives &alternatives,
                 Decision &decision);

} // namespace sbp

#endif // SBP_TRANSFORMS_ALTERNATIVES_H
