// RankClasses.h: classes of ranks with the same local program
#ifndef SBP_LIB_TRANSFORMS_PARTITION_RANKCLASSES_H
#define SBP_LIB_TRANSFORMS_PARTITION_RANKCLASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Analysis/Boxing/BoxingPlans.h"

namespace sbp {

/// Returns the world ranks that take part in `entry`, grouped: two ranks are in
/// one class iff they hold pieces of the same values with the same shapes and
/// have the same role in every fill with identities. Classes are in the order
/// of their first rank, ranks ascending. Fails, after a diagnostic, where a
/// boxing cannot be planned; plans that are not in `plans` yet are added to it.
mlir::FailureOr<std::vector<llvm::SmallVector<int64_t>>>
getRankClasses(mlir::func::FuncOp entry, BoxingPlans &plans);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_PARTITION_RANKCLASSES_H
