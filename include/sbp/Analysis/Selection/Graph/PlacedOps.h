// PlacedOps.h: queries about ops with a placement, before level 1
#ifndef SBP_ANALYSIS_SELECTION_GRAPH_PLACEDOPS_H
#define SBP_ANALYSIS_SELECTION_GRAPH_PLACEDOPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"

namespace sbp {

/// Returns the placement that `op` runs on, null where it has none yet.
mlir::FlatSymbolRefAttr getPlacementOf(mlir::Operation *op);
/// Returns the placement that stores an argument of a function: the annotated
/// one, else that of its first use in program order that has one, else the
/// first placement of the module, which must have one.
mlir::FlatSymbolRefAttr getPlacementOf(mlir::BlockArgument argument);
/// Returns the placement where `value` is: the one that stores an argument,
/// that a constrain requires, or that the op which makes the value runs on.
mlir::FlatSymbolRefAttr getPlacementOf(mlir::Value value);
/// Returns the placement in which `use` reads its operand, null where none is
/// specified.
mlir::FlatSymbolRefAttr getPlacementOfUse(mlir::OpOperand &use);
/// Returns the uses of `value` in program order, whatever the order of its use
/// list, so that results built from them are the same in every run. All users
/// must be in one block; empty without uses.
llvm::SmallVector<mlir::OpOperand *> getOrderedUses(mlir::Value value);

/// Returns true if `op` has a tensor among its operands or results.
bool touchesTensors(mlir::Operation *op);
/// Returns true if `op`, no sbp.constrain, is a source: it has a tensor result,
/// and tensor operands at most for their shape, which sources make. A source
/// adopts the distribution its user reads.
bool isSource(mlir::Operation *op);
/// Returns one flag per operand of `op`: true for a tensor that no source
/// makes.
llvm::SmallVector<bool> getLiveOperands(mlir::Operation *op);
/// Returns a text for diagnostics, such as "argument #1 'w1'" or "result of
/// 'linalg.matmul'"; "result #1 of ..." where the op has several.
std::string describe(mlir::Value value);

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_GRAPH_PLACEDOPS_H
