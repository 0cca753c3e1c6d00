// PlaceBackward.h: the placement of a backward pass that came with the model
#ifndef SBP_LIB_TRANSFORMS_PLACEMENT_PLACEBACKWARD_H
#define SBP_LIB_TRANSFORMS_PLACEMENT_PLACEBACKWARD_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"

namespace sbp {

/// Places the ops of `function` that have no placement yet such that the fewest
/// bytes cross between placements, which are stages in the order of
/// declaration; ties go to the later stage (StageCut.h). Arguments, results and
/// constrained values stay where they are annotated, next states where the
/// state lives. Sources and ops on scalars are left open. `placements` is not
/// empty.
void placeByCut(mlir::func::FuncOp function,
                llvm::ArrayRef<mlir::FlatSymbolRefAttr> placements);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_PLACEMENT_PLACEBACKWARD_H
