// RankClasses.h: which ranks have the same local program
#ifndef SBP_LIB_TRANSFORMS_PARTITION_RANKCLASSES_H
#define SBP_LIB_TRANSFORMS_PARTITION_RANKCLASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Analysis/Boxing/BoxingPlans.h"

namespace sbp {

/// The world ranks that take part in `entry`, grouped: two ranks are in one
/// class iff they hold pieces of the same values, all of the same shapes, and
/// play the same part in every fill with identities. Classes in the order of
/// their first rank, ranks ascending.
mlir::FailureOr<std::vector<llvm::SmallVector<int64_t>>>
getRankClasses(mlir::func::FuncOp entry, BoxingPlans &plans);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_PARTITION_RANKCLASSES_H
