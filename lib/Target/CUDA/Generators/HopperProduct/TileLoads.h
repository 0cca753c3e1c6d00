// TileLoads.h: a factor of a product as tiles that tensor copies load
#ifndef SBP_LIB_TARGET_CUDA_TILELOADS_H
#define SBP_LIB_TARGET_CUDA_TILELOADS_H

#include "Generators/Product/MatmulForm.h"
#include "Hopper/HopperBuilder.h"
#include "Schedule.h"

namespace sbp::cuda {

/// A factor F[batch, outer, k] of a product, where outer is m or n: the
/// extents and strides, in elements, of its dimensions. A stride that no two
/// elements differ by is 0.
struct FactorLayout {
  int64_t outer = 1, k = 1, batch = 1;
  int64_t outerStride = 0, kStride = 0, batchStride = 0;

  /// Returns the layout of a factor, or nothing where a nest is no single
  /// dimension in memory.
  static std::optional<FactorLayout> find(const Access &access,
                                          const Nest &outer, const Nest &k,
                                          const Nest &batch);
};

/// Loads of a factor by tiles of `tileRows` of the outer dimension and
/// kSliceBytes of k. The blocks of a cluster may load a part of each tile and
/// send it to all of them.
struct TileLoads {
  TileOrder order = TileOrder::KMajor;
  TensorMapShape map;
  bool isBatched = false; ///< true where the map has a dimension for the batch
  int64_t tileRows = 0;
  int64_t sliceK = 0; ///< k of a tile
  int64_t parts = 1;  ///< blocks that share the loads of a tile

  /// Returns the loads of a factor with elements of 2 or 4 bytes, or nothing
  /// where tensor copies cannot read it: none of its dimensions is contiguous,
  /// a stride is no multiple of 16 bytes, or the outer dimension is contiguous
  /// and elements have 4 bytes, which no transposed descriptor describes, or
  /// tiles have no multiple of 64 rows.
  static std::optional<TileLoads> find(const FactorLayout &layout,
                                       int64_t tileRows, int64_t parts,
                                       int64_t elementBytes);
  /// Returns the bytes of a whole tile in shared memory.
  int64_t getTileBytes() const { return tileRows * kSliceBytes; }
  /// Emits the copies of one tile, or of part `rank` of it, which all blocks of
  /// the cluster receive. `map` is the address of the tensor map, `to` that of
  /// the tile, `barrier` that of the mbarrier that counts the bytes. The
  /// indices are i32; elements beyond the tensor become zeros. One thread
  /// executes the copies.
  void emit(HopperBuilder &builder, mlir::Value map, mlir::Value to,
            mlir::Value firstRow, mlir::Value firstK, mlir::Value batch,
            mlir::Value barrier, mlir::Value rank) const;
  /// Returns the bytes between 64 rows of a tile, which hold all of k.
  static constexpr int64_t kBlockBytes = 64 * kSliceBytes;
  /// Returns the units of 16 bytes that the k of one instruction, 32 bytes, add
  /// to a descriptor.
  int64_t getStep() const {
    return order == TileOrder::KMajor ? 32 / 16 : 16 * 128 / 16;
  }
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_TILELOADS_H
