// Accumulation.h: values that leave time, inside of the kernel that makes them
#ifndef SBP_LIB_CONVERSION_LOCALTOTASK_ACCUMULATION_H
#define SBP_LIB_CONVERSION_LOCALTOTASK_ACCUMULATION_H

#include "sbp/Dialect/SBP/IR/TimeAxis.h"

namespace sbp {

/// Builds the value of `op` after micro-batch `number`, an index, from
/// `accumulator`, its value after the one before. An accumulation combines it
/// with `term`; micro-batch 0 reads the combiner's identity in its place. The
/// init of a contraction that makes `term` may be replaced by it, and `term` is
/// returned. A collection replaces the piece of that micro-batch by `term`.
mlir::Value buildAccumulation(LeaveTimeOp op, mlir::Value term,
                              mlir::Value accumulator, mlir::Value number,
                              mlir::OpBuilder &builder);

} // namespace sbp

#endif // SBP_LIB_CONVERSION_LOCALTOTASK_ACCUMULATION_H
