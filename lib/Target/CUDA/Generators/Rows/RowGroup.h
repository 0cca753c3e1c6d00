// RowGroup.h: generics that one kernel computes row by row
//
// A row group is a sequence of generics with the same leading parallel loops
// (the rows) and one more loop, parallel or reduced; ops on reduced values have
// none more. Softmax, or a norm with its neighbours, is one group. A row stays
// in registers or shared memory between its first load and its last store.
#ifndef SBP_LIB_TARGET_CUDA_ROWGROUP_H
#define SBP_LIB_TARGET_CUDA_ROWGROUP_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sbp::cuda {

/// An open or finished group. Members are in program order.
struct RowGroup {
  llvm::SmallVector<mlir::linalg::GenericOp> members;
  llvm::SmallVector<int64_t> rows; ///< extents of the leading loops
  int64_t columns = 0;             ///< extent of the last loop
  bool reduces = false;            ///< whether a member has a reduction loop

  /// Adds `op` if it iterates over the group's rows and columns, or over its
  /// rows alone on values of members; an empty group accepts any extents but 0.
  /// Contractions, fills, and ops that read a member's result in another order
  /// are not added. Returns whether `op` was added.
  bool join(mlir::linalg::GenericOp op);
  /// Returns whether `op` is a member; false for null.
  bool contains(mlir::Operation *op) const;
  /// Returns whether the member `op` has one value per row: it reduces, or
  /// computes on such values.
  bool isRowScalar(mlir::linalg::GenericOp op) const;

private:
  /// Returns whether `op` iterates over the rows alone and reads a member.
  bool joinsAsRowScalar(mlir::linalg::GenericOp op) const;
};

/// Returns the op that combines the accumulator of a reduction of one result
/// with one more term. Returns null if the body has another form, or the
/// neutral element of the op is unknown.
mlir::Operation *getCombiner(mlir::linalg::GenericOp op);

/// Returns the bytes of the widest element that members read or compute per
/// column, at least 4.
int64_t getWidestBytes(const RowGroup &group);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_ROWGROUP_H
