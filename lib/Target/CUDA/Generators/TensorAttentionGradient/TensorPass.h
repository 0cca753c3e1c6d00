// TensorPass.h: one pass of the gradient of attention by products of warps
#ifndef SBP_LIB_TARGET_CUDA_TENSORPASS_H
#define SBP_LIB_TARGET_CUDA_TENSORPASS_H

#include "Attention/PassItems.h"
#include "Attention/PassWeights.h"
#include "Plan/LaunchPlan.h"
#include "Warps/WarpTiles.h"

namespace sbp::cuda {

/// Builds the kernel of one pass (PassItems). Four warps are a consumer, whose
/// warps have 16 of its 64 rows each. Shared memory has the rows of the block,
/// of both tensors, then the ring of the other side's tiles, with the
/// statistics of their columns in the pass of keys.
class TensorPass {
public:
  /// Prepares the pass of `op`, which outlives it, over rows of keys where
  /// `ownsKeys`, else of queries; `form` is that of the op.
  TensorPass(nn::AttentionGradientOp op, const AttentionForm &form,
             bool ownsKeys, const PassSchedule &schedule);
  /// Returns the bytes of shared memory of rows and slots, which may be more
  /// than a chip has.
  int64_t getSharedBytes() const;
  /// Returns whether a thread's registers hold what it multiplies without
  /// spills, by what ptxas did with all masks and widths.
  bool fitsRegisters() const;
  /// Returns the predicted seconds of the kernel.
  double predictSeconds(const Chip &chip) const {
    return items.predictSeconds(chip);
  }
  /// Appends the launch to `plan`. `statistics` is the result of RowStatistics,
  /// padded to `padded` queries, a multiple of the columns of a tile and of the
  /// rows of a block. Query, key, value and cotangent have buffers that begin
  /// at multiples of 16 bytes. Called once.
  void build(LaunchPlan &plan, mlir::Value statistics, int64_t padded);

private:
  /// The values that a warp carries from tile to tile: the gradients of the
  /// tensors of its rows, those of number 1 only of keys.
  struct State {
    Registers gradients[2];
    SlotRing::Places places;
  };

  int64_t countThreads() const { return schedule.consumers * 128; }
  /// Returns the columns of a tensor number 0 or 1.
  int64_t getWidth(unsigned number) const {
    return number ? form.valueWidth : form.width;
  }
  /// Returns the positions of the rows, or of the columns.
  int64_t countPositions(bool isOwned) const {
    return isOwned ? form.queries : form.keys;
  }
  /// Return the bytes of the rows or of a tile of tensor `number`, and of the
  /// rows of both.
  int64_t getRowBytes(unsigned number) const;
  int64_t getTileBytes(unsigned number) const;
  int64_t getAllRowBytes() const { return getRowBytes(0) + getRowBytes(1); }
  /// Returns the ring of tiles and statistics.
  SlotRing getRing() const;
  /// Returns the registers of gradient `number`, none where there is none.
  size_t countSums(unsigned number) const;
  /// Returns an offset that the first element of no copy exceeds, those which
  /// read nothing included.
  int64_t getLargestOffset() const;
  mlir::Value advance(mlir::Value pointer, int64_t bytes);
  /// Returns the pointer to the tile of tensor `number` in the slot at `place`.
  mlir::Value getTile(unsigned number, mlir::Value place);
  /// Begins to copy the rows of the block.
  void copyRows(const PassItem &item);
  /// Begins to copy step `index` of the item to the slot at `place`, if there
  /// is such a step, and ends the group of copies.
  void copyStep(const PassItem &item, mlir::Value index, mlir::Value place);
  /// Returns the product of the warp's rows and the columns of a tile, both of
  /// tensor `number`.
  Registers multiply(unsigned number, mlir::Value place);
  /// Returns the state after step `index`.
  State addStep(const State &state, const PassItem &item,
                const ScoreMask::Rows &rows,
                const PassWeights::RowConstants &constants, mlir::Value index);
  /// Emits the work on the rows of this block.
  void compute();

  nn::AttentionGradientOp op;
  const bool ownsKeys;
  const AttentionForm form; ///< transposed where `ownsKeys`
  const PassSchedule schedule;
  PassItems items;
  mlir::Value statistics;
  int64_t padded = 0;
  std::optional<KernelBuilder> kernel;
  std::optional<FragmentBuilder> fragments;
  std::optional<TensorCoreBuilder> core;
  std::optional<ScoreMask> mask;
  std::optional<WarpTiles> tiles;
  std::optional<PassWeights> weights;
  mlir::Value shared;               ///< pointer to shared memory
  mlir::Value thread, warp, column; ///< i32; the thread's first column
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_TENSORPASS_H
