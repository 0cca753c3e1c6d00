// Placement.h: the rules that decide where ops run
#ifndef SBP_TRANSFORMS_PLACEMENT_H
#define SBP_TRANSFORMS_PLACEMENT_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"

namespace sbp {

/// The placement of every op of `function` by the rules of
/// sbp-place-operations, in which an op that already has one keeps it.
/// `placements` are those of the module in the order of declaration. Changes
/// nothing.
llvm::DenseMap<mlir::Operation *, mlir::FlatSymbolRefAttr>
findPlacements(mlir::func::FuncOp function,
               llvm::ArrayRef<PlacementOp> placements);

} // namespace sbp

#endif // SBP_TRANSFORMS_PLACEMENT_H
