// RowStores.h: the results of grouped products by warps, stored by rows
#ifndef SBP_LIB_TARGET_CUDA_ROWSTORES_H
#define SBP_LIB_TARGET_CUDA_ROWSTORES_H

#include "Generators/TensorProduct/SliceLoop.h"
#include "Hopper/FragmentBuilder.h"

namespace sbp::cuda {

/// Stores of the tiles of `result`, a tensor of the kernel whose elements have
/// 2 bytes, as rows of `columns` elements. References outlive the object.
struct RowStores {
  KernelBuilder &kernel;
  FragmentBuilder &h;
  const WarpSchedule &schedule;
  mlir::Value result;
  int64_t columns;

  /// Emits the stores of a thread's sums, in the order of SliceLoop, of the
  /// tile that begins at row `firstRow` and column `firstColumn`. Rows from
  /// `end` on are not stored. All three are i32.
  void emit(mlir::ValueRange sums, const WarpPlace &warp, mlir::Value firstRow,
            mlir::Value end, mlir::Value firstColumn) const;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_ROWSTORES_H
