// SliceLoop.h: the loop over k of a tile of a product of warps
#ifndef SBP_LIB_TARGET_CUDA_SLICELOOP_H
#define SBP_LIB_TARGET_CUDA_SLICELOOP_H

#include "StagedTile.h"
#include "WarpSchedule.h"

namespace sbp::cuda {

/// A factor of a tile: how its tiles are staged, the tensors whose sum it is,
/// and where the tile begins.
struct TileFactor {
  StagedTile tile;
  llvm::SmallVector<mlir::Value, 2> tensors;
  mlir::Value batch, firstRow; ///< i32
  /// i32 from which on k are zeros; null for the end of the factor.
  mlir::Value endOfK = {};
};

/// The warp of a thread: its first row and column in the tile of a product, and
/// the thread's lane. All are i32.
struct WarpPlace {
  mlir::Value row, column, lane;
};

/// Emits the sums of one tile. A ring of stages has a tile of each factor, and
/// of each part of factors that are split:
///
///   copy 0 1   wait 0  copy 2  multiply 0   wait 1  copy 3  multiply 1  ...
///
/// with three stages; a barrier follows each wait. A stage is filled again
/// after the barrier that follows its products.
class SliceLoop {
public:
  /// The factors are A, B, and the B of the partner in a pair of products.
  /// `base` is the pointer to the ring, and `thread` the number of the thread
  /// in its block. References outlive the object.
  SliceLoop(KernelBuilder &kernel, TensorCoreBuilder &core,
            const WarpSchedule &schedule, llvm::ArrayRef<TileFactor> factors,
            mlir::Type element, mlir::Value base, mlir::Value thread);
  /// Returns the bytes of the ring for tiles of these factors.
  static int64_t getRingBytes(const WarpSchedule &schedule,
                              llvm::ArrayRef<const StagedTile *> tiles);
  /// Returns the place of a thread, where tiles of each of `products` products
  /// have schedule.tileN / `products` columns.
  static WarpPlace locate(TensorCoreBuilder &core, const WarpSchedule &schedule,
                          mlir::Value thread, int64_t products);
  /// Returns the sums of k from `firstK` to before `end`, both i32 and
  /// multiples of a slice, any values where factors have an end of k: 4 a lane
  /// for each 16 rows and 8 columns, columns fastest, those of a partner after
  /// all of the product. `isUnrolled` is true where whole rounds of the ring
  /// are summed; stages are then constants of the code.
  llvm::SmallVector<mlir::Value> multiply(const WarpPlace &warp,
                                          mlir::Value firstK, mlir::Value end,
                                          bool isUnrolled);

private:
  /// Fragments of neighbouring groups of rows, four words each.
  using Fragments = llvm::SmallVector<llvm::SmallVector<mlir::Value>>;
  /// The places of a thread in the tiles of a factor: of its copies, and of its
  /// fragments.
  struct Places {
    StagedTile::Copies copies;
    llvm::SmallVector<mlir::Value> fragments;
  };

  int64_t countProducts() const { return int64_t(factors.size()) - 1; }
  int64_t getWarpColumns() const {
    return schedule.getWarpN() / countProducts();
  }
  /// Returns the number of sums of a thread.
  size_t countSums() const {
    return size_t(schedule.getWarpM() * schedule.getWarpN() / 32);
  }
  /// Emits the copies of the slice that begins at `firstK`, an i32, to the
  /// stage at `stage`, and ends their group. Advances `from`, the thread's
  /// pointers into the factors, after the slice.
  void copySlice(mlir::Value firstK, mlir::Value stage,
                 llvm::MutableArrayRef<mlir::Value> from);
  /// Returns the fragments of `groups` groups of factor `number` for a step of
  /// the slice in the stage at `stage`, of each part.
  llvm::SmallVector<Fragments> loadFragments(mlir::Value stage, size_t number,
                                             int64_t firstGroup, int64_t groups,
                                             int64_t step);
  /// Adds the products of the slice in the stage at `stage` to the sums.
  void multiplySlice(mlir::Value stage,
                     llvm::MutableArrayRef<mlir::Value> sums);
  /// Emits the work of one slice: waits for it, begins to copy the slice at
  /// `firstK` to the stage at `to`, and multiplies that in `stage`. `state` has
  /// the pointers into the factors, then the sums.
  void computeSlice(mlir::Value stage, mlir::Value to, mlir::Value firstK,
                    llvm::MutableArrayRef<mlir::Value> state);
  /// Emits the loop over slices `first` to `end`, from the stage that `state`
  /// names, and returns the state after it: the pointers into the factors, the
  /// sums, and unless unrolled the stages.
  llvm::SmallVector<mlir::Value> multiplySlices(mlir::Value first,
                                                mlir::Value end,
                                                mlir::ValueRange state,
                                                bool isUnrolled);
  /// Emits the same loop of a product of split factors, whose partial sums of
  /// each kPartialK are added to sums that begin as zeros.
  llvm::SmallVector<mlir::Value>
  addPartialSums(mlir::Value first, mlir::Value end, mlir::ValueRange state);

  KernelBuilder &kernel;
  TensorCoreBuilder &core;
  const WarpSchedule &schedule;
  llvm::ArrayRef<TileFactor> factors;
  mlir::Type element;
  mlir::Value base, thread;
  int64_t tileBytes; ///< of a tile of each factor
  int64_t stageBytes;
  llvm::SmallVector<Places, 3> places; ///< by factor
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_SLICELOOP_H
