// TransferTimes.h: durations of communications from the links between ranks
#ifndef SBP_LIB_TRANSFORMS_SCHEDULING_TRANSFERTIMES_H
#define SBP_LIB_TRANSFORMS_SCHEDULING_TRANSFERTIMES_H

#include "TaskSystem.h"

namespace sbp {

/// Replaces the durations of communications whose time on the module's links is
/// known (kSecondsAttr) by that time in units of kernels. The module's rates,
/// or the default prices of selection, fix the length of a unit; a duration is
/// at least 1. `tasks` are those of `module`. Emits an error and fails where
/// the module's rates cannot be read.
mlir::LogicalResult setTransferTimes(TaskSystem &tasks, mlir::ModuleOp module);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_SCHEDULING_TRANSFERTIMES_H
