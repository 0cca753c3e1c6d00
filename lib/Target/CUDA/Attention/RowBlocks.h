// RowBlocks.h: the blocks of rows of scores that blocks of threads compute
#ifndef SBP_LIB_TARGET_CUDA_ROWBLOCKS_H
#define SBP_LIB_TARGET_CUDA_ROWBLOCKS_H

#include "ScoreMask.h"

namespace sbp::cuda {

/// The blocks of rows of all heads and their numbers. With a window, the blocks
/// of up to four heads follow each other: these share tiles in the L2 cache.
struct RowBlocks {
  /// Makes blocks of `rows` rows, the last one of a head perhaps shorter, for
  /// `sequences` heads of `form`, which is not kept.
  RowBlocks(const AttentionForm &form, int64_t rows, int64_t sequences);

  /// Returns the number of all blocks.
  int64_t count() const { return sequences * blocks; }
  /// The head of a block and its number in this head, both i32.
  struct Place {
    mlir::Value sequence, block;
  };
  /// Returns the place of block `number`, an i32 below count().
  Place locate(FragmentBuilder &h, mlir::Value number) const;

  int64_t sequences, blocks; ///< heads, and blocks of one head
  int64_t together;          ///< heads whose blocks follow each other
};

/// A range of tiles, of i32.
struct TileRange {
  mlir::Value begin, end;
};
/// Returns the tiles of `tileColumns` columns from the first column that row
/// `first` sees to the last one that row `last` sees. Where they see none, the
/// end may lie before the begin.
TileRange findTiles(FragmentBuilder &h, ScoreMask &mask, mlir::Value first,
                    mlir::Value last, int64_t tileColumns);
/// Returns how many tiles each block of `rows` rows sees, at least one; for an
/// offset that is no constant, those of the default position.
llvm::SmallVector<int64_t> countTiles(const AttentionForm &form, int64_t rows,
                                      int64_t tileColumns);
/// Returns the predicted seconds of `sequences` heads whose blocks take `tile`
/// for each of `tiles` and `block` in addition to these. Blocks of equal length
/// come in waves, others fill in where some end.
double predictBlocks(const AttentionForm &form, const Chip &chip,
                     llvm::ArrayRef<int64_t> tiles, int64_t sequences,
                     double tile, double block);

/// Returns the offset of element `column` of row `position` of `sequence`, of a
/// tensor of sequences x `positions` x `width`.
mlir::Value getRowOffset(KernelBuilder &kernel, mlir::Value sequence,
                         int64_t positions, mlir::Value position, int64_t width,
                         mlir::Value column);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_ROWBLOCKS_H
