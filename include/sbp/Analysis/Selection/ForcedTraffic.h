//===- ForcedTraffic.h - what an annotation makes a model move ------------===//
#ifndef SBP_ANALYSIS_SELECTION_FORCEDTRAFFIC_H
#define SBP_ANALYSIS_SELECTION_FORCEDTRAFFIC_H

#include "sbp/Analysis/Selection/Selection.h"

namespace sbp {

/// What all boxings of a module at level 1 move at least, in bytes a step.
int64_t getMovedBytes(mlir::ModuleOp module);

/// Frees one annotation at a time, those beside boxings of many bytes first,
/// chooses again, and emits a remark where that moves less: what would be
/// chosen, what is saved, and what each rank would hold instead. `model` is the
/// placed module before selection, `chosen` the same after it, which took
/// `secondsOfOne`. At most 16 annotations and about ten seconds: every one is a
/// selection of its own; a remark says how many are left.
void explainForcedTraffic(mlir::ModuleOp model, mlir::ModuleOp chosen,
                          const CostModel &rates, double secondsOfOne);

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_FORCEDTRAFFIC_H
