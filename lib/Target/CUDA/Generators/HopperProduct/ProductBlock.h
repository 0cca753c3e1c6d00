// ProductBlock.h: a block of the kernel of a product
#ifndef SBP_LIB_TARGET_CUDA_PRODUCTBLOCK_H
#define SBP_LIB_TARGET_CUDA_PRODUCTBLOCK_H

#include "Hopper/FragmentBuilder.h"
#include "Hopper/TileRing.h"
#include "ProductFactors.h"

namespace sbp::cuda {

/// The shared memory of a block: the ring, staged results, partial sums of
/// other blocks, and mbarriers, those of the ring first.
struct ProductLayout {
  TileRing::Layout ring;
  int64_t exchange = 0; ///< bytes before partial sums
  int64_t bytes = 0;    ///< of all

  /// Returns the layout with `stagedBytes` for staged results.
  static ProductLayout find(const Schedule &schedule, int64_t slotBytes,
                            int64_t stagedBytes);
};

/// The roles of a block share its ring and its walk over tiles. A consumer is a
/// warpgroup that multiplies. The blocks of a cluster share loads, or split the
/// k of a tile.
class ProductBlock {
public:
  /// The first row and column of the results of a tile, and its number in the
  /// batch.
  struct Tile {
    mlir::Value row, column, batch;
  };

  /// Emits the numbers of the block. Its shared memory, of this layout, begins
  /// at `base`; `numClusters` clusters share all tiles. All arguments outlive
  /// the object.
  ProductBlock(KernelBuilder &kernel, FragmentBuilder &hopper,
               const ProductTiling &tiling, const ProductLayout &layout,
               mlir::Value base, int64_t numClusters);
  /// Emits the initialisation of all mbarriers by thread 0 of the block, and a
  /// barrier of the blocks after it. `thread` is the number of the thread in
  /// its block, an i32.
  void initialise(mlir::Value thread);
  /// Emits a loop over the tiles of the block from number `first` on, of which
  /// it takes every `step`-th; it is not unrolled. `body` receives the number
  /// of a tile and the carried values.
  void forEachTile(
      mlir::Value first, int64_t step, const Registers &carried,
      llvm::function_ref<Registers(mlir::Value, mlir::ValueRange)> body);
  /// Returns the position of this block's part of tile number `tile` of its
  /// cluster.
  Tile locate(mlir::Value tile);
  /// Returns the first k-slice of this block, or null where it is 0, and the
  /// number of its k-slices.
  mlir::Value getFirstSlice();
  mlir::Value getSliceCount();
  /// Returns the address of the mbarrier that starts the turn of a consumer.
  mlir::Value getTurn(mlir::Value consumer);
  /// Returns the address of the mbarrier that completes when the partial sums
  /// of all blocks that split k have landed.
  mlir::Value getExchanged();

  KernelBuilder &kernel;
  FragmentBuilder &hopper;
  const ProductTiling &tiling;
  const Schedule &schedule;
  const ProductLayout &layout;
  const mlir::Value base; ///< of shared memory
  const int64_t numClusters;
  TileRing ring;
  mlir::Value cluster; ///< number of the block's cluster
  mlir::Value rank;    ///< of the block among those that share loads
  mlir::Value part;    ///< of the block among those that split k

private:
  mlir::Value getFirstSliceOf(mlir::Value part);
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_PRODUCTBLOCK_H
