// StagedTile.h: tiles of a factor in shared memory, for products of warps
#ifndef SBP_LIB_TARGET_CUDA_STAGEDTILE_H
#define SBP_LIB_TARGET_CUDA_STAGEDTILE_H

#include "Generators/HopperProduct/TileLoads.h"
#include "Warps/TensorCoreBuilder.h"

namespace sbp::cuda {

/// The bytes of k of a slice, and those of one instruction.
inline constexpr int64_t kSliceBytesOfK = 64, kStepBytesOfK = 32;

/// A tile of `rows` of the outer dimension of a factor by kSliceBytesOfK of k,
/// with elements of 2 or 4 bytes. The contiguous dimension of the factor stays
/// so; chunks of 16 bytes are swizzled such that neither copies nor loads of
/// matrices have bank conflicts.
class StagedTile {
public:
  /// The copies of a thread: its first chunk of a tile.
  struct Copies {
    mlir::Value row, k; ///< i32: its row of the factor, its k in the slice
    mlir::Value place;  ///< i32: its place in the tile, in bytes
    mlir::Value from;   ///< pointer to the chunk of slice 0
    /// i32 from which on k are zeros. Null for that of the factor, and where it
    /// is contiguous along k.
    mlir::Value endOfK;
  };
  /// The tile of a factor with `rows` a power of two from 16 on, or nothing
  /// where copies of 16 bytes cannot read the factor: none of its dimensions is
  /// contiguous, or another stride is no multiple of 16 bytes. Elements of 4
  /// bytes must be contiguous along k, since no load of matrices turns them.
  static std::optional<StagedTile> find(const FactorLayout &layout,
                                        int64_t rows, int64_t elementBytes);
  /// Lets tiles begin at any row, not only at multiples of theirs. The factor
  /// is contiguous along k.
  void beginAnywhere() { isAnywhere = true; }
  /// Returns the bytes of a tile, and its k.
  int64_t getBytes() const { return rows * kSliceBytesOfK; }
  int64_t getSliceK() const { return kSliceBytesOfK / elementBytes; }
  /// Returns an element that no copy of a tile begins after, if at most
  /// `slices` slices are copied.
  int64_t getLastElement(int64_t slices) const;
  /// Returns the copies of thread number `thread` of `threads`, for tiles of
  /// `factor` that begin at row `firstRow` of product `batch`, slice 0 at
  /// `firstK`; all four are i32.
  Copies prepareCopies(KernelBuilder &kernel, TensorCoreBuilder &builder,
                       mlir::Value factor, mlir::Value batch,
                       mlir::Value firstRow, mlir::Value firstK,
                       mlir::Value thread) const;
  /// Returns the pointer to the thread's chunk of the next slice.
  mlir::Value advance(TensorCoreBuilder &builder, mlir::Value from,
                      mlir::Type element) const;
  /// Emits the copies of the slice that begins at `firstK`, an i32, to the tile
  /// at `to` in shared memory; the thread's chunk of this slice is at `from`.
  /// `thread` is its number of `threads`. Elements outside of the factor are
  /// zeros.
  void emitCopies(KernelBuilder &kernel, TensorCoreBuilder &builder,
                  const Copies &copies, mlir::Value from, mlir::Value firstK,
                  mlir::Value to, mlir::Value thread, int64_t threads,
                  mlir::Type element) const;
  /// Returns the places in a tile from which a lane, an i32, loads fragments of
  /// `groups` times 16 rows from `firstRow` on, a multiple of their number:
  /// fragments of A, or those of B, whose words are in another order.
  llvm::SmallVector<mlir::Value> getPlaces(TensorCoreBuilder &builder,
                                           mlir::Value lane,
                                           mlir::Value firstRow, bool isA,
                                           int64_t groups) const;
  /// Returns four words of fragments of group `group` and step `step` of k in
  /// the tile at `tile`: those of A for 16 rows, or twice those of B for 8
  /// columns.
  llvm::SmallVector<mlir::Value>
  loadFragments(TensorCoreBuilder &builder, mlir::Value tile,
                llvm::ArrayRef<mlir::Value> places, int64_t group,
                int64_t step) const;

private:
  /// Returns the bytes of a row of a tile in shared memory, and its chunks.
  int64_t getPitch() const {
    return isKMajor ? kSliceBytesOfK : rows * elementBytes;
  }
  int64_t countChunks() const { return getPitch() / 16; }
  /// Returns the elements of a chunk.
  int64_t getChunk() const { return 16 / elementBytes; }
  /// Returns the i32 bytes of a chunk of 16 that the copy may read: those that
  /// lie inside of the factor along the contiguous dimension.
  mlir::Value countBytes(TensorCoreBuilder &builder, const Copies &copies,
                         mlir::Value firstK) const;
  /// Returns the place of a chunk of a row of shared memory.
  mlir::Value swizzle(TensorCoreBuilder &builder, mlir::Value row,
                      mlir::Value chunk) const;

  FactorLayout layout;
  bool isKMajor = true; ///< rows of shared memory hold consecutive k
  bool isAnywhere = false;
  int64_t rows = 0, elementBytes = 2;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_STAGEDTILE_H
