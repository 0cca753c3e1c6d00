// ForwardKernel.h: the kernel of nn.attention
#ifndef SBP_LIB_TARGET_CUDA_FORWARDKERNEL_H
#define SBP_LIB_TARGET_CUDA_FORWARDKERNEL_H

#include "Attention/RowBlocks.h"
#include "OnlineSoftmax.h"

namespace sbp::cuda {

/// Sizes of a block: warpgroups that multiply, 64 queries each, keys of a tile,
/// and slots of a ring. A tile takes `tileSeconds` and `columnSeconds` for each
/// block of 64 columns of query, key and value, and a block of queries
/// `blockSeconds` beside its tiles. Tiles that a window limits take
/// `windowCost` times as long.
struct ForwardSchedule {
  int64_t consumers, tileKeys, stages;
  double tileSeconds, columnSeconds, blockSeconds, windowCost;
  int64_t splits = 1; ///< of the keys of an item, each in a block of its own
  int64_t getBlockQueries() const { return consumers * kGroupRows; }
};

/// Builds the kernel of one attention. ForwardKernel.cpp has its loops,
/// ForwardResults.cpp what is stored.
class ForwardKernel {
public:
  /// Prepares the kernel of `op`, whose form is `form`. The op must outlive
  /// this object; form and schedule are copied.
  ForwardKernel(nn::AttentionOp op, const AttentionForm &form,
                const ForwardSchedule &schedule);
  /// Returns the bytes of dynamic shared memory of a block. The caller compares
  /// them with the chip's limit.
  int64_t getSharedBytes() const;
  /// Returns the predicted duration of all launches.
  double predictSeconds(const Chip &chip) const;
  /// Appends the launch, and one that joins the parts of splits, to `plan`.
  /// Tensor maps must be able to read query, key and value. Called once.
  void build(LaunchPlan &plan);

private:
  /// A block of queries of one head, and the tiles of keys that they see.
  struct Item {
    mlir::Value firstQuery, batch, head;
    mlir::Value sequence, keySequence; ///< batch and head as one number
    mlir::Value lastTile, numTiles;
    mlir::Value number;  ///< of the item
    mlir::Value isEmpty; ///< true for a split without keys; null without splits
  };
  /// The values that a warpgroup carries from tile to tile. The weights are
  /// those of the tile before, whose product with the values has not been
  /// issued.
  struct State {
    Registers outputs, weights, maxima, sums;
    Slot key, value;
  };
  enum Ring { Keys, Values };

  // Addresses in shared memory, i32: of the mbarriers that complete when a slot
  // (or the queries) has landed or has been released, and of a slot's tile.
  mlir::Value getFull(Ring ring, mlir::Value slot);
  mlir::Value getEmpty(Ring ring, mlir::Value slot);
  mlir::Value getFullQueries();
  mlir::Value getEmptyQueries();
  mlir::Value getTile(Ring ring, mlir::Value slot);
  /// Returns the bytes of a tile of keys or values.
  int64_t getTileBytes(Ring ring) const;
  /// Returns the blocks of queries of all heads.
  RowBlocks getBlocks() const;
  /// Returns the items of all heads, each split counted.
  int64_t countItems() const;
  /// Arrives at an mbarrier by one thread of the consumer.
  void release(mlir::Value barrier);
  /// Initialises all mbarriers by thread 0, and emits a barrier of the block.
  void initialise(mlir::Value thread);
  /// Returns the item of this number, an i32 below countItems().
  Item locate(mlir::Value number);
  /// Emits a loop over the items of this block, which returns nothing.
  void forEachItem(llvm::ArrayRef<mlir::Value> carried,
                   llvm::function_ref<Registers(Item, mlir::ValueRange)> body);

  // The producer, of one thread.
  void produce();
  /// Begins to load the queries of an item.
  void loadQueries(const Item &item);
  /// Loads keys and values of an item, the last tile first, from `slot` on, and
  /// returns the slot behind them.
  Slot loadTiles(const Item &item, Slot slot);

  // A consumer, a warpgroup whose threads have two rows each, 0 and 1 (`half`).
  void consume();
  /// Returns all values of a state in one list, which unflatten takes apart.
  Registers flatten(const State &state) const;
  State unflatten(mlir::ValueRange values) const;
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
  /// Stores a row divided by its sum, and its logarithm if the op returns it.
  void storeRow(const Registers &outputs, size_t half, mlir::Value sum,
                mlir::Value maximum, const Item &item,
                const ScoreMask::Rows &rows);
  /// Stores row `half` of a split to `parts`.
  void storePart(const Registers &outputs, size_t half, mlir::Value sum,
                 mlir::Value maximum, const Item &item,
                 const ScoreMask::Rows &rows);
  /// Adds the launch that combines the parts of each item's splits to `plan`.
  void joinParts(LaunchPlan &plan);
  /// Computes stored elements of a row again that are not finite although its
  /// weights are: hidden values may have spoilt them.
  void repairRow(size_t half, mlir::Value sum, mlir::Value maximum,
                 const Item &item, const ScoreMask::Rows &rows);
  /// Returns the product, as an f32, of rows at these offsets of query and key.
  mlir::Value computeScore(mlir::Value query, mlir::Value key);
  /// Returns an element of a row as an f32, from the keys that it sees alone.
  mlir::Value computeOutput(size_t half, mlir::Value column,
                            const OnlineSoftmax::Base &base, const Item &item,
                            const ScoreMask::Rows &rows);

  nn::AttentionOp op;
  const AttentionForm form;
  const ForwardSchedule schedule;
  bool storesLogarithm;
  int64_t numBlocks = 0;
  /// The results of splits: items x queries x (columns, maximum and sum), f32.
  mlir::Value parts;
  std::optional<KernelBuilder> kernel;
  std::optional<FragmentBuilder> fragments;
  std::optional<ScoreMask> mask;
  std::optional<OnlineSoftmax> softmax;
  mlir::Value base, block;
  /// Numbers of a consumer, of its thread, and the thread's first column.
  mlir::Value group, thread, column;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_FORWARDKERNEL_H
