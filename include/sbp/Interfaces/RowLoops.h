// RowLoops.h: which loops of a structured op go over rows
#ifndef SBP_INTERFACES_ROWLOOPS_H
#define SBP_INTERFACES_ROWLOOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sbp {

/// Number of leading parallel loops that also lead every result: an op can run
/// on one row after the other.
unsigned countRowLoops(mlir::linalg::LinalgOp op);

/// The first `count` results of `map` are the first `count` loops.
bool leadsWithLoops(mlir::AffineMap map, unsigned count);

} // namespace sbp

#endif // SBP_INTERFACES_ROWLOOPS_H
