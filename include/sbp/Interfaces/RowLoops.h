// RowLoops.h: the loops of a structured op that run over rows
#ifndef SBP_INTERFACES_ROWLOOPS_H
#define SBP_INTERFACES_ROWLOOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sbp {

/// Returns the number of leading parallel loops that also lead every result: an
/// op with such loops can run on one row after the other. Zero if there are
/// none.
unsigned countRowLoops(mlir::linalg::LinalgOp op);

/// Returns true if the first `count` results of `map` are the first loops, in
/// order; false if it has fewer results.
bool leadsWithLoops(mlir::AffineMap map, unsigned count);

} // namespace sbp

#endif // SBP_INTERFACES_ROWLOOPS_H
