// IndexBounds.h: inputs that are positions in a table
#ifndef SBP_ANALYSIS_DEFINED_INDEXBOUNDS_H
#define SBP_ANALYSIS_DEFINED_INDEXBOUNDS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sbp {

/// Calls `visit` for every position that an op of `entry` takes: a tensor of
/// indices, or one index, that must lie in [0, bound).
void forEachPosition(
    mlir::func::FuncOp entry,
    llvm::function_ref<void(mlir::Operation *op, mlir::Value position,
                            int64_t bound)>
        visit);

/// Per argument of `entry`: its values must lie in [0, bound) because they
/// reach an op that reads or writes at them unchanged; -1 where they do not.
/// The smallest bound counts.
llvm::SmallVector<int64_t> getIndexBounds(mlir::func::FuncOp entry);

} // namespace sbp

#endif // SBP_ANALYSIS_DEFINED_INDEXBOUNDS_H
