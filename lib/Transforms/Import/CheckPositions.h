//===- CheckPositions.h - constants that are no positions -----------------===//
#ifndef SBP_TRANSFORMS_IMPORT_CHECKPOSITIONS_H
#define SBP_TRANSFORMS_IMPORT_CHECKPOSITIONS_H

#include "mlir/IR/Operation.h"

namespace sbp {

/// Refuses what MLIR's verifiers let pass: an element or a slice at a constant
/// outside of its tensor (they see attributes, not constants that are
/// operands), a reassociation of dimensions that do not exist, exponentials of
/// integers.
llvm::LogicalResult checkPositions(mlir::Operation *op);

} // namespace sbp

#endif // SBP_TRANSFORMS_IMPORT_CHECKPOSITIONS_H
