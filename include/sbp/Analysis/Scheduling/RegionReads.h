// RegionReads.h: what an op needs from elsewhere
#ifndef SBP_ANALYSIS_SCHEDULING_REGIONREADS_H
#define SBP_ANALYSIS_SCHEDULING_REGIONREADS_H

#include "mlir/IR/Operation.h"

namespace sbp {

bool isTensor(mlir::Value value);

/// Calls `visit` for every value `op` reads from outside, also in its regions.
void forEachRead(mlir::Operation *op,
                 llvm::function_ref<void(mlir::Value)> visit);

/// Cheap to make anew wherever it is read: scalars, which have no register (an
/// offset read from a tensor), and tensors into which none goes but empty ones
/// and constants.
bool isRemade(mlir::Operation &op);

} // namespace sbp

#endif // SBP_ANALYSIS_SCHEDULING_REGIONREADS_H
