// LowerCredits.h: fewer micro-batches in flight under a memory limit
#ifndef SBP_LIB_DRIVER_FIT_LOWERCREDITS_H
#define SBP_LIB_DRIVER_FIT_LOWERCREDITS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace sbp {

/// Attribute of an entry at level 3: its pipeline as it was before
/// lowerCredits.
inline constexpr llvm::StringLiteral kFreePipelineAttr = "sbp.free_pipeline";

/// Gives the ranks of pipelines that need more than `limit` bytes the most
/// credits with which they fit, or 1, and all ranks fewer where that does not
/// suffice. Only schedules with credits are changed.
/// `reschedule` writes the launch lists and plans the memory of `tasks`, a
/// module at level 3, anew; it is not called where all ranks fit or none can be
/// lowered. An entry that is changed gets kFreePipelineAttr and a remark with
/// the cost. Returns failure where `reschedule` does.
mlir::LogicalResult
lowerCredits(mlir::ModuleOp tasks, int64_t limit,
             llvm::function_ref<mlir::LogicalResult()> reschedule);

} // namespace sbp

#endif // SBP_LIB_DRIVER_FIT_LOWERCREDITS_H
