// ForwardItems.h: the blocks of queries of nn.attention and the keys they see
#ifndef SBP_LIB_TARGET_CUDA_FORWARDITEMS_H
#define SBP_LIB_TARGET_CUDA_FORWARDITEMS_H

#include "RowBlocks.h"

namespace sbp::cuda {

/// Sizes of a block: consumers of four warps, 64 queries each, keys of a tile,
/// and slots of a ring. A tile takes `tileSeconds` and `columnSeconds` for each
/// block of 64 columns of query, key and value, and a block of queries
/// `blockSeconds` in addition to its tiles. Tiles that a window limits take
/// `windowCost` times as long.
struct ForwardSchedule {
  int64_t consumers, tileKeys, stages;
  double tileSeconds, columnSeconds, blockSeconds, windowCost;
  int64_t splits = 1; ///< of the keys of an item, each in a block of its own
  int64_t getBlockQueries() const { return consumers * kGroupRows; }
  /// Returns "64 queries, tiles of 64 keys, 2 slots, keys split 4 ways".
  std::string print() const;
};

/// A block of queries of one head, and the tiles of keys that they see.
struct ForwardItem {
  mlir::Value firstQuery, batch, head;
  mlir::Value sequence, keySequence; ///< batch and head as one number
  mlir::Value lastTile, numTiles;
  mlir::Value number;  ///< of the item
  mlir::Value isEmpty; ///< true for a split without keys; null without splits
};

/// The items of all heads, each split counted.
class ForwardItems {
public:
  /// Form and schedule outlive the object.
  ForwardItems(const AttentionForm &form, const ForwardSchedule &schedule)
      : form(form), schedule(schedule) {}
  /// Returns the number of items.
  int64_t count() const { return getBlocks().count() * schedule.splits; }
  /// Returns the item of this number, an i32 below count().
  ForwardItem locate(KernelBuilder &kernel, FragmentBuilder &h, ScoreMask &mask,
                     mlir::Value number) const;
  /// Returns the predicted duration of the kernel and of the join of splits.
  double predictSeconds(const Chip &chip) const;

private:
  /// Returns the blocks of queries of all heads.
  RowBlocks getBlocks() const;

  const AttentionForm &form;
  const ForwardSchedule &schedule;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_FORWARDITEMS_H
