// IndexBounds.h: bounds of inputs that are used as positions
#ifndef SBP_ANALYSIS_DEFINED_INDEXBOUNDS_H
#define SBP_ANALYSIS_DEFINED_INDEXBOUNDS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sbp {

/// Calls `visit` for every position operand of the ops of `entry`: a tensor of
/// indices, or one index, whose values must lie in [0, bound). Ops inside of
/// other ops, and positions without a static bound, are left out.
void forEachPosition(
    mlir::func::FuncOp entry,
    llvm::function_ref<void(mlir::Operation *op, mlir::Value position,
                            int64_t bound)>
        visit);

/// Returns per argument of `entry` the bound of its values, if they reach an op
/// unchanged as positions: they must lie in [0, bound). The smallest bound
/// counts; -1 for arguments that are not positions.
llvm::SmallVector<int64_t> getIndexBounds(mlir::func::FuncOp entry);

} // namespace sbp

#endif // SBP_ANALYSIS_DEFINED_INDEXBOUNDS_H
