// GroupTable.h: the tiles of groups of rows, found on the device
#ifndef SBP_LIB_TARGET_CUDA_GROUPTABLE_H
#define SBP_LIB_TARGET_CUDA_GROUPTABLE_H

#include "Hopper/FragmentBuilder.h"
#include "Kernel/KernelBuilder.h"

namespace sbp::cuda {

/// Loads bound `number`, an i32, of `bounds`, a tensor of i32 or i64 of the
/// kernel, clamps it to [0, rows] and returns it as an i32.
mlir::Value loadGroupBound(KernelBuilder &kernel, mlir::Value bounds,
                           mlir::Value number, int64_t rows);

/// Two arrays of i32 in the shared memory of a block, each with an element for
/// each group and one more: the first row of the group, and the number of tiles
/// of rows before it. The last ones are those after all groups.
class GroupTable {
public:
  /// Sizes that the compiler knows. `leading` bounds are before those that
  /// end groups, 0 or 1.
  struct Sizes {
    int64_t rows, groups, leading, tileRows;
    /// Returns the bytes that the table takes.
    int64_t getBytes() const {
      return 2 * (groups + 1) * int64_t(sizeof(int32_t));
    }
    /// Returns the most tiles of rows that any bounds give.
    int64_t getMostTiles() const {
      return llvm::divideCeil(rows, tileRows) + groups;
    }
  };
  /// The rows of a tile: those from `row` to below `end` belong to it.
  struct Rows {
    mlir::Value group, row, end;
  };

  /// The table lies at address `base` of shared memory, a multiple of 4. The
  /// builders outlive it.
  GroupTable(KernelBuilder &kernel, FragmentBuilder &h, const Sizes &sizes,
             mlir::Value base)
      : kernel(kernel), h(h), sizes(sizes), base(base) {}

  /// Fills the table from `bounds`, a tensor of i32 or i64 of the kernel, by
  /// one warp, whose threads have the numbers `lane`. A barrier must follow.
  void fill(mlir::Value bounds, mlir::Value lane);
  /// Returns the first row of group `number`, an i32.
  mlir::Value getFirstRow(mlir::Value number) { return load(number, 0); }
  /// Returns the number of tiles of rows of all groups.
  mlir::Value countTiles();
  /// Returns the rows of tile `number` by a binary search of the groups.
  Rows findRows(mlir::Value number);

private:
  /// Returns the address of element `number` of array 0 or 1.
  mlir::Value getPlace(mlir::Value number, int64_t array);
  mlir::Value load(mlir::Value number, int64_t array);
  void store(mlir::Value value, mlir::Value number, int64_t array);
  /// Returns the combination of the values of all lanes up to each lane.
  mlir::Value
  scan(mlir::Value value, mlir::Value lane,
       llvm::function_ref<mlir::Value(mlir::Value, mlir::Value)> combine);

  KernelBuilder &kernel;
  FragmentBuilder &h;
  const Sizes sizes;
  mlir::Value base;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_GROUPTABLE_H
