//===- CheckPositions.h - constants that are no positions -----------------===//
#ifndef SBP_TRANSFORMS_IMPORT_CHECKPOSITIONS_H
#define SBP_TRANSFORMS_IMPORT_CHECKPOSITIONS_H

#include "mlir/IR/Operation.h"

namespace sbp {

/// Refuses an element or a slice at a constant outside of its tensor: MLIR's
/// verifiers see attributes only, not constants that are operands.
llvm::LogicalResult checkPositions(mlir::Operation *op);

} // namespace sbp

#endif // SBP_TRANSFORMS_IMPORT_CHECKPOSITIONS_H
