// ForwardKernel.h: the kernel of nn.attention
#ifndef SBP_LIB_TARGET_CUDA_FORWARDKERNEL_H
#define SBP_LIB_TARGET_CUDA_FORWARDKERNEL_H

#include "Attention/ForwardResults.h"
#include "Hopper/TileRing.h"

namespace sbp::cuda {

/// Builds the kernel of one attention. ForwardKernel.cpp has its loops,
/// ForwardResults.cpp its stores.
class ForwardKernel {
public:
  /// Prepares the kernel of `op`, whose form is `form`. The op must outlive
  /// this object; form and schedule are copied.
  ForwardKernel(nn::AttentionOp op, const AttentionForm &form,
                const ForwardSchedule &schedule);
  /// Returns the bytes of dynamic shared memory of a block. The caller compares
  /// them with the chip's limit.
  int64_t getSharedBytes() const { return getLayout().values.getBarriersEnd(); }
  /// Returns the predicted duration of all launches.
  double predictSeconds(const Chip &chip) const {
    return ForwardItems(form, schedule).predictSeconds(chip);
  }
  /// Appends the launch, and one that joins the parts of splits, to `plan`.
  /// Tensor maps must be able to read query, key and value. Called once.
  void build(LaunchPlan &plan);

private:
  using Item = ForwardItem;
  /// The rings of a block in shared memory. The queries are one of a single
  /// slot. Tiles come before all mbarriers.
  struct Layout {
    TileRing::Layout queries, keys, values;
  };
  /// The values that a warpgroup carries from tile to tile. The weights are
  /// those of the tile before, whose product with the values has not been
  /// issued.
  struct State {
    Registers outputs, weights, maxima, sums;
    Slot key, value;

    /// Returns all values in one list: registers, then both slots.
    Registers flatten() const;
    /// Takes such a list apart.
    static State read(mlir::ValueRange values, const AttentionForm &form,
                      const ForwardSchedule &schedule);
  };

  Layout getLayout() const;
  /// Initialises all mbarriers by thread 0, and emits a barrier of the block.
  void initialise(mlir::Value thread);
  /// Emits a loop over the items of this block, which returns nothing.
  void forEachItem(llvm::ArrayRef<mlir::Value> carried,
                   llvm::function_ref<Registers(Item, mlir::ValueRange)> body);

  // The producer, of one thread.
  void produce();
  /// Begins to load the queries of an item.
  void loadQueries(const Item &item, Slot slot);
  /// Loads keys and values of an item, the last tile first, from `slot` on, and
  /// returns the slot after them.
  Slot loadTiles(const Item &item, Slot slot);

  // A consumer, a warpgroup whose threads have two rows each, 0 and 1 (`half`).
  void consume();
  /// Begins the product of the consumer's queries and the keys of a slot, and
  /// returns the scores, which are valid once waited for.
  Registers multiplyKeys(mlir::Value slot);
  /// Waits for the values of a state's tile and begins to add its weights times
  /// these values to its outputs. Returns the new outputs, valid once waited
  /// for.
  Registers addWeighted(const State &state);
  /// Returns the state after the scores of an item's first tile, in `slot`.
  State beginItem(const Item &item, const ScoreMask::Rows &rows, Slot slot);
  /// Returns the state after one more tile, whose keys begin at `firstKey`.
  State addTile(const State &state, const ScoreMask::Rows &rows,
                mlir::Value firstKey);
  /// Waits for the last product of an item and stores its rows.
  void finishItem(const State &state, const Item &item,
                  const ScoreMask::Rows &rows);
  /// Releases a slot of a ring by one thread of the consumer.
  void release(TileRing &ring, mlir::Value slot);

  nn::AttentionOp op;
  const AttentionForm form;
  const ForwardSchedule schedule;
  const ForwardItems items;
  ForwardParts parts;
  int64_t numBlocks = 0;
  std::optional<KernelBuilder> kernel;
  std::optional<FragmentBuilder> fragments;
  std::optional<ScoreMask> mask;
  std::optional<OnlineSoftmax> softmax;
  std::optional<TileRing> queries, keys, values;
  mlir::Value block;
  /// Numbers of a consumer, of its thread, and the thread's first column.
  mlir::Value group, thread, column;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_FORWARDKERNEL_H
