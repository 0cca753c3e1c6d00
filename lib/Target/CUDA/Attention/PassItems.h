// PassItems.h: what the blocks of a pass of the gradient of attention compute
#ifndef SBP_LIB_TARGET_CUDA_PASSITEMS_H
#define SBP_LIB_TARGET_CUDA_PASSITEMS_H

#include "RowBlocks.h"

namespace sbp::cuda {

/// Sizes of a block: consumers of 64 rows each, columns of a tile, and slots of
/// the ring. A tile takes `tileSeconds` and `columnSeconds` for each block of
/// 64 columns of key and value, and a block of rows `blockSeconds` in addition
/// to its tiles.
struct PassSchedule {
  int64_t consumers, tileColumns, stages;
  double tileSeconds, columnSeconds, blockSeconds;
  int64_t getBlockRows() const { return consumers * kGroupRows; }
};

/// The rows of a block and the tiles that they see.
struct PassItem {
  mlir::Value sequence; ///< of the tensors of the rows: batch and head
  mlir::Value firstRow, firstTile, numTiles;
  mlir::Value numSteps; ///< tiles of all heads that share the rows
};

/// A tile that is streamed.
struct PassStep {
  mlir::Value sequence, firstColumn; ///< of the tensors of the columns
};

/// The items of a pass, one for each block of rows. These belong to keys in the
/// pass that computes the gradients of key and value, and to queries in the one
/// that computes that of query; the other side is streamed in tiles. Of each
/// side there are two tensors: number 0 is query or key, number 1 cotangent or
/// value.
class PassItems {
public:
  /// `form` is transposed if the rows belong to keys. The op, form and schedule
  /// outlive the object.
  PassItems(nn::AttentionGradientOp op, const AttentionForm &form,
            const PassSchedule &schedule, bool ownsKeys)
      : op(op), form(form), schedule(schedule), ownsKeys(ownsKeys) {}

  /// Returns a tensor of the rows, or of the columns.
  mlir::Value getTensor(unsigned number, bool isOwned);
  /// Returns the blocks of rows of all heads.
  RowBlocks getBlocks() const;
  /// Returns the largest offset of an element of a result.
  int64_t getLargestOffset() const;
  /// Returns the item of block `block`, an i32.
  PassItem locate(KernelBuilder &kernel, FragmentBuilder &h, ScoreMask &mask,
                  mlir::Value block) const;
  /// Returns step `index` of an item: the tiles of the first head that shares
  /// the rows, then those of the next one.
  PassStep locateStep(FragmentBuilder &h, const PassItem &item,
                      mlir::Value index) const;
  /// Sets batch and head of `rows`, which a mask needs, for a step.
  void setHead(FragmentBuilder &h, ScoreMask::Rows &rows, const PassItem &item,
               const PassStep &step) const;
  /// Stores gradient `number` of the two rows of a thread, whose first column
  /// is `column`.
  void store(KernelBuilder &kernel, FragmentBuilder &h,
             const Registers &gradient, unsigned number, const PassItem &item,
             const ScoreMask::Rows &rows, mlir::Value column);
  /// Returns the predicted seconds of all items of the pass.
  double predictSeconds(const Chip &chip) const;

private:
  nn::AttentionGradientOp op;
  const AttentionForm &form;
  const PassSchedule &schedule;
  bool ownsKeys;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_PASSITEMS_H
