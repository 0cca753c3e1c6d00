// Placement.h: the rules that decide where ops run
#ifndef SBP_TRANSFORMS_PLACEMENT_H
#define SBP_TRANSFORMS_PLACEMENT_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"

namespace sbp {

/// Returns the placement of every op of `function` but the terminator by the
/// rules of sbp-place-operations, without the cut of an imported backward pass.
/// An op keeps its placement, but for updates of a state, which run at the
/// state; a `sbp.constrain` has null. `placements` are those of the module in
/// order of declaration, at least one. The function is the same afterwards.
llvm::DenseMap<mlir::Operation *, mlir::FlatSymbolRefAttr>
findPlacements(mlir::func::FuncOp function,
               llvm::ArrayRef<PlacementOp> placements);

} // namespace sbp

#endif // SBP_TRANSFORMS_PLACEMENT_H
