// Alternatives.h: decomposed forms of ops in the IR
#ifndef SBP_TRANSFORMS_ALTERNATIVES_H
#define SBP_TRANSFORMS_ALTERNATIVES_H

#include "sbp/Analysis/Selection/Graph/Alternatives.h"
#include "sbp/Analysis/Selection/Solution/Selection.h"

namespace sbp {

/// Inserts every form that an op offers (SBPOpInterface::getAlternatives) in
/// front of the op, on its placement; weighted forms only if `withWeighty`. Ops
/// inside of forms get none. Requires placed ops (sbp-place-operations). The
/// result refers to the module's ops until `takeAlternatives` or
/// `dropAlternatives` is called, exactly once.
Alternatives insertAlternatives(mlir::ModuleOp module,
                                bool withWeighty = false);

/// Keeps the forms that `decision` selects (Decision::forms, one number per
/// choice, 0 for the op itself) in place of their ops; erases all others. The
/// alternatives are invalid afterwards.
void takeAlternatives(const Alternatives &alternatives,
                      const Decision &decision);

/// Erases all forms and keeps the ops; `alternatives` is invalid afterwards.
void dropAlternatives(const Alternatives &alternatives);

/// Runs selectDistributions over ops and forms. Weighted forms take part unless
/// there is a memory limit, their total weight is large, or the best choice
/// with them is not found quickly. Afterwards, also after a failure, the module
/// contains `alternatives`, which replace the argument's value. Fails where
/// selectDistributions does, with its diagnostics; `decision` is invalid then.
llvm::FailureOr<SelectionResult>
selectAmongForms(mlir::ModuleOp module, const CostModel &model,
                 const SelectionOptions &options, Alternatives &alternatives,
                 Decision &decision);

} // namespace sbp

#endif // SBP_TRANSFORMS_ALTERNATIVES_H
