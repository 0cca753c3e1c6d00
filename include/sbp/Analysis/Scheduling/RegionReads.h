// RegionReads.h: values that an op reads from outside of a region
#ifndef SBP_ANALYSIS_SCHEDULING_REGIONREADS_H
#define SBP_ANALYSIS_SCHEDULING_REGIONREADS_H

#include "mlir/IR/Operation.h"

namespace sbp {

/// Returns true for values of a ranked tensor type.
bool isTensor(mlir::Value value);

/// Calls `visit` for every value that `op`, or an op in its regions, reads from
/// outside of `op`: once per operand, so that a value may come repeatedly.
void forEachRead(mlir::Operation *op,
                 llvm::function_ref<void(mlir::Value)> visit);

/// Returns true for ops that are computed again in every region that reads
/// them: scalars, also those read from tensors, and pure ops that read tensors
/// only of pure ops without tensor operands, such as empty ones and constants.
bool isRematerialised(mlir::Operation &op);

} // namespace sbp

#endif // SBP_ANALYSIS_SCHEDULING_REGIONREADS_H
