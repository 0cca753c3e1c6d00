// LaneSums.h: sums whose order depends on their op alone
#ifndef SBP_TARGET_REGION_LANESUMS_H
#define SBP_TARGET_REGION_LANESUMS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sbp::region {

/// Marks the addition of a sum whose terms a target adds in an order that the
/// op alone determines. Fusion leaves its reduction loops as they are.
inline constexpr llvm::StringLiteral kLaneSumAttr = "sbp.lane_sum";

/// Returns whether the results of `op` are marked sums.
bool addsInLanes(mlir::linalg::GenericOp op);

} // namespace sbp::region

#endif // SBP_TARGET_REGION_LANESUMS_H
