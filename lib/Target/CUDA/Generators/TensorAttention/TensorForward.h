// TensorForward.h: the kernel of nn.attention by products of warps
#ifndef SBP_LIB_TARGET_CUDA_TENSORFORWARD_H
#define SBP_LIB_TARGET_CUDA_TENSORFORWARD_H

#include "Attention/ForwardResults.h"
#include "Warps/WarpTiles.h"

namespace sbp::cuda {

/// Builds the kernel of one attention. Each block computes one item; four warps
/// are a consumer, whose warps have 16 of its 64 queries each.
class TensorForward {
public:
  /// Prepares the kernel of `op`, which outlives it, with this form of the op;
  /// both other arguments are copied.
  TensorForward(nn::AttentionOp op, const AttentionForm &form,
                const ForwardSchedule &schedule);
  /// Returns the bytes of shared memory of queries and slots, which may be more
  /// than a chip has.
  int64_t getSharedBytes() const;
  /// Returns the predicted seconds of the kernel and of the join of splits.
  double predictSeconds(const Chip &chip) const {
    return items.predictSeconds(chip);
  }
  /// Appends the launch, and one that joins the parts of splits, to `plan`.
  /// Query, key and value have buffers that begin at multiples of 16 bytes.
  /// Called once.
  void build(LaunchPlan &plan);

private:
  /// The values that a warp carries from tile to tile.
  struct State {
    Registers outputs, maxima, sums;
    SlotRing::Places places;

    /// Returns all values in one list.
    Registers flatten() const;
    /// Takes such a list apart.
    static State read(mlir::ValueRange values);
  };

  int64_t countThreads() const { return schedule.consumers * 128; }
  /// Return the bytes of the tiles of queries and of keys.
  int64_t getQueryBytes() const;
  int64_t getKeyBytes() const;
  /// Returns the ring of keys and values.
  SlotRing getRing() const;
  /// Returns an offset that no element beyond the tensors, which copies are
  /// given where they read nothing, exceeds.
  int64_t getLargestOffset() const;
  /// Returns the pointer to the slot at `place`, an i32.
  mlir::Value getSlot(mlir::Value place);
  /// Begins to copy tile `index` of the item to the slot at `place`, if there
  /// is such a tile, and ends the group of copies.
  void copyTile(const ForwardItem &item, mlir::Value index, mlir::Value place);
  /// Returns the state after the tile whose keys begin at `firstKey`.
  State addTile(const State &state, llvm::ArrayRef<mlir::Value> query,
                const ScoreMask::Rows &rows, mlir::Value firstKey);
  /// Emits the work on the item of this block.
  void compute();

  nn::AttentionOp op;
  const AttentionForm form;
  const ForwardSchedule schedule;
  const ForwardItems items;
  ForwardParts parts;
  std::optional<KernelBuilder> kernel;
  std::optional<FragmentBuilder> fragments;
  std::optional<TensorCoreBuilder> core;
  std::optional<ScoreMask> mask;
  std::optional<OnlineSoftmax> softmax;
  std::optional<WarpTiles> tiles;
  mlir::Value shared;         ///< pointer to shared memory
  mlir::Value thread, column; ///< i32; the thread's first column in a tile
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_TENSORFORWARD_H
