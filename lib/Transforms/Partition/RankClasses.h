//===- RankClasses.h - which ranks have the same local program ------------===//
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

/// Whether `rank` keeps the value in a step that fills all but one term of each
/// reduction with the identity: its coordinates on the new P axes are 0.
bool keepsValue(const BoxingStep &step, int64_t rank);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_PARTITION_RANKCLASSES_H
