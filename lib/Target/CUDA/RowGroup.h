//===- RowGroup.h - generics that one kernel does row by row ----*- C++ -*-===//
//
// A run of generics over the same rows: leading parallel loops of the same
// extents, and one loop more, parallel or reduced; or, on what is reduced, none
// more. A softmax, a norm with what comes before and after it. A row lives in
// registers or shared memory from the first read to the last write.
//
//===----------------------------------------------------------------------===//
#ifndef SBP_LIB_TARGET_CUDA_ROWGROUP_H
#define SBP_LIB_TARGET_CUDA_ROWGROUP_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sbp::cuda {

class LaunchPlan;

struct RowGroup {
  llvm::SmallVector<mlir::linalg::GenericOp> members;
  llvm::SmallVector<int64_t> rows; ///< extents of the leading loops
  int64_t columns = 0;
  bool reduces = false;

  /// Adds `op` if it belongs to the group's rows (an empty group has none yet).
  bool join(mlir::linalg::GenericOp op);
  bool contains(mlir::Operation *op) const;
  /// Whether a member has one value a row: it reduces, or works on such.
  bool isOfRow(mlir::linalg::GenericOp op) const;

private:
  bool joinsRows(mlir::linalg::GenericOp op) const;
};

/// The op that combines a reduction's accumulator with one more value, if it is
/// one that a neutral element is known of.
mlir::Operation *getCombiner(mlir::linalg::GenericOp op);

/// Bytes of the widest value that members read or make in every column, at
/// least 4.
int64_t getWidestBytes(const RowGroup &group);

/// One kernel for the whole group; places of what others read are known. Rows
/// beyond kMostRowBytes do not fit into the registers of a block: values of 8
/// bytes count twice.
mlir::LogicalResult buildRows(LaunchPlan &plan, const RowGroup &group);
mlir::LogicalResult buildLongRows(LaunchPlan &plan, const RowGroup &group);
inline constexpr int64_t kMostRowBytes = 65536;

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_ROWGROUP_H
