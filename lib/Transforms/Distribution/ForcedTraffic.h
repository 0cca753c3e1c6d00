// ForcedTraffic.h: traffic caused by annotations
#ifndef SBP_LIB_TRANSFORMS_DISTRIBUTION_FORCEDTRAFFIC_H
#define SBP_LIB_TRANSFORMS_DISTRIBUTION_FORCEDTRAFFIC_H

#include "sbp/Analysis/Selection/Solution/Selection.h"

namespace sbp {

/// Reports annotations that cost traffic. For each annotation (equal ones of
/// equal layers together, those next to large boxings first) selection runs
/// without it, then with its choice as the annotation; if that moves fewer
/// bytes, a remark states the better annotation, what it saves, and the memory
/// of a rank if that grows. `model` is the placed module before selection,
/// `chosen` the module after a selection that took `workOfOne`
/// (SelectionResult::work). Trials run on copies with `threads` threads; both
/// modules stay as they are, and a trial that fails is skipped. At most 16
/// trials and a fixed amount of work; a remark states how many annotations next
/// to boxings are left.
void explainForcedTraffic(mlir::ModuleOp model, mlir::ModuleOp chosen,
                          const CostModel &rates, unsigned threads,
                          double workOfOne);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_DISTRIBUTION_FORCEDTRAFFIC_H
