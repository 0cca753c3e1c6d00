// TileLoads.h: a factor of a product as tiles that tensor copies load
#ifndef SBP_LIB_TARGET_CUDA_TILELOADS_H
#define SBP_LIB_TARGET_CUDA_TILELOADS_H

#include "../Product/MatmulForm.h"
#include "HopperBuilder.h"

namespace sbp::cuda {

/// The k that one slot of a ring holds: a row of 128 bytes.
inline constexpr int64_t kSliceK = 64;

/// A factor F[batch, outer, k] of 2-byte elements, where outer is m or n. One
/// tile has `tileRows` of the outer nest and kSliceK of k.
struct TileLoads {
  TileOrder order = TileOrder::KMajor;
  TensorMapShape map;
  bool isBatched = false; ///< true where the map has a dimension for the batch
  int64_t tileRows = 0;

  /// Returns the loads of a factor, or nothing where tensor copies cannot read
  /// it: a nest is no single dimension in memory, none of them is contiguous,
  /// or a stride is no multiple of 16 bytes.
  static std::optional<TileLoads> find(const Access &access, const Nest &outer,
                                       const Nest &k, const Nest &batch,
                                       int64_t tileRows);
  int64_t getTileBytes() const { return tileRows * kSliceK * 2; }
  /// Emits the copies of one tile. The indices are i32.
  void emit(HopperBuilder &b, mlir::Value map, mlir::Value to,
            mlir::Value firstRow, mlir::Value firstK, mlir::Value batch,
            mlir::Value barrier) const;
  /// Returns the bytes between 64 rows of a tile, which hold all of k.
  static constexpr int64_t kBlockBytes = 64 * kSliceK * 2;
  /// Returns what a step of 16 k adds to a descriptor.
  int64_t getStep() const {
    return order == TileOrder::KMajor ? 16 * 2 / 16 : 16 * 128 / 16;
  }
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_TILELOADS_H
