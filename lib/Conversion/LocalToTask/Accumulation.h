// Accumulation.h: values that leave time, inside of the kernel that makes them
#ifndef SBP_LIB_CONVERSION_LOCALTOTASK_ACCUMULATION_H
#define SBP_LIB_CONVERSION_LOCALTOTASK_ACCUMULATION_H

#include "sbp/Dialect/SBP/IR/TimeAxis.h"

namespace sbp {

/// Builds the value of `op` after micro-batch `number`: `accumulator`, its
/// value after the one before, with `term` added. The accumulator of
/// micro-batch 0 is not read.
mlir::Value buildAccumulation(LeaveTimeOp op, mlir::Value term,
                              mlir::Value accumulator, mlir::Value number,
                              mlir::OpBuilder &builder);

} // namespace sbp

#endif // SBP_LIB_CONVERSION_LOCALTOTASK_ACCUMULATION_H
