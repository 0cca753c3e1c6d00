// ForcedTraffic.h: what an annotation makes a model move
#ifndef SBP_LIB_TRANSFORMS_DISTRIBUTION_FORCEDTRAFFIC_H
#define SBP_LIB_TRANSFORMS_DISTRIBUTION_FORCEDTRAFFIC_H

#include "sbp/Analysis/Selection/Selection.h"

namespace sbp {

/// Frees one annotation at a time, or those of equal layers together, those
/// beside boxings of many bytes first, chooses again, then chooses with what
/// was chosen said instead, and emits a remark where that moves less: what to
/// say, what it saves, and what each rank would hold instead. `model` is the
/// placed module before selection, `chosen` the same after it, which took
/// `workOfOne` (SelectionResult::work). At most 16 trials and a fixed amount of
/// work: a remark says how many are left.
void explainForcedTraffic(mlir::ModuleOp model, mlir::ModuleOp chosen,
                          const CostModel &rates, unsigned threads,
                          double workOfOne);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_DISTRIBUTION_FORCEDTRAFFIC_H
