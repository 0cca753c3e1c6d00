// PassLayout.h: the shared memory of a pass of the gradient of attention
#ifndef SBP_LIB_TARGET_CUDA_PASSLAYOUT_H
#define SBP_LIB_TARGET_CUDA_PASSLAYOUT_H

#include "Attention/PassItems.h"
#include "Hopper/TileRing.h"

namespace sbp::cuda {

/// The bytes of shared memory: first the rows of the block, of both tensors,
/// then the ring of the other side's tiles, then mbarriers. A slot has a tile
/// of each tensor and, in the pass of keys, the statistics of its columns.
struct PassLayout {
  const AttentionForm &form;
  const PassSchedule &schedule;
  bool ownsKeys;

  /// Returns the blocks of 64 columns of tensors number 0 or 1.
  int64_t countBlocks(unsigned number) const {
    return number ? form.countValueBlocks() : form.countWidthBlocks();
  }
  /// Return the bytes of 64 rows of tensor `number`, of the rows of all
  /// consumers, and of those of both tensors.
  int64_t getGroupBytes(unsigned number) const;
  int64_t getRowBytes(unsigned number) const {
    return schedule.consumers * getGroupBytes(number);
  }
  int64_t getAllRowBytes() const { return getRowBytes(0) + getRowBytes(1); }
  /// Returns the bytes of a tile of tensor `number`, and of 64 of its columns.
  int64_t getTileBytes(unsigned number) const {
    return countBlocks(number) * getTileBlockBytes();
  }
  int64_t getTileBlockBytes() const;
  /// Returns the bytes of the statistics of a tile.
  int64_t getStatisticsBytes() const {
    return ownsKeys ? 2 * schedule.tileColumns * int64_t(sizeof(float)) : 0;
  }
  /// Returns the bytes that a slot receives, without padding.
  int64_t getStepBytes() const {
    return getTileBytes(0) + getTileBytes(1) + getStatisticsBytes();
  }
  /// Returns the ring of tiles, and the one slot of the rows, which are never
  /// released: it has no mbarrier for that.
  TileRing::Layout getRing() const;
  TileRing::Layout getRows() const;
  /// Returns the bytes of all.
  int64_t getSharedBytes() const {
    return getRing().getBarriersEnd() + TileRing::kBarrierBytes;
  }
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_PASSLAYOUT_H
