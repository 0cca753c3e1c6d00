// GradientPass.h: one pass of the gradient of attention
#ifndef SBP_LIB_TARGET_CUDA_GRADIENTPASS_H
#define SBP_LIB_TARGET_CUDA_GRADIENTPASS_H

#include "Attention/RowBlocks.h"

namespace sbp::cuda {

/// Sizes of a block: warpgroups that multiply, of 64 rows each, columns of a
/// tile, and slots of the ring. A tile takes `tileSeconds` and `columnSeconds`
/// for each block of 64 columns of key and value, and a block of rows
/// `blockSeconds` beside its tiles.
struct PassSchedule {
  int64_t consumers, tileColumns, stages;
  double tileSeconds, columnSeconds, blockSeconds;
  int64_t getBlockRows() const { return consumers * kGroupRows; }
};

/// Builds the kernel of one pass. A block owns rows of the scores, which belong
/// to keys in the pass that computes the gradients of key and value, and to
/// queries in the one that computes that of query; the other side is streamed
/// in tiles. Of each side there are two tensors: number 0 is query or key,
/// number 1 cotangent or value.
class GradientPass {
public:
  /// Prepares the pass over rows of keys or of queries. The op must outlive
  /// this object; form, which is that of the op, and schedule are copied.
  GradientPass(nn::AttentionGradientOp op, const AttentionForm &form,
               bool ownsKeys, const PassSchedule &schedule);
  /// Returns how many bytes of dynamic shared memory a block needs, which may
  /// be more than a chip has.
  int64_t getSharedBytes() const;
  /// Returns whether a consumer's registers hold what it multiplies without
  /// spills, by what ptxas did with all masks and widths.
  bool fitsRegisters() const;
  /// Returns the predicted seconds of the pass.
  double predictSeconds(const Chip &chip) const;
  /// Appends the launch to `plan`. `statistics` is the result of RowStatistics,
  /// padded to `padded` queries, a multiple of the columns of a tile and of the
  /// rows of a block. Tensor maps must be able to read query, key, value and
  /// cotangent. Called once.
  void build(LaunchPlan &plan, mlir::Value statistics, int64_t padded);

private:
  /// The rows of a block and the tiles that they see.
  struct Item {
    mlir::Value sequence; ///< of the tensors of the rows: batch and head
    mlir::Value firstRow, firstTile, numTiles;
    mlir::Value numSteps; ///< tiles of all heads that share the rows
  };
  /// A tile that is streamed.
  struct Step {
    mlir::Value sequence, firstColumn; ///< of the tensors of the columns
  };
  /// The values that a warpgroup carries from tile to tile: the gradients of
  /// the tensors of its rows, those of number 1 only of keys.
  struct State {
    Registers gradients[2];
    Slot slot;
  };
  /// The base and shift of the two rows of a thread, empty in the pass of keys.
  struct RowConstants {
    Registers base, shift;
  };

  /// Returns a tensor of the rows, or of the columns.
  mlir::Value getOwned(unsigned number);
  mlir::Value getStreamed(unsigned number);
  /// Returns the blocks of 64 columns of tensors number 0 or 1.
  int64_t countBlocks(unsigned number) const;
  /// Return bytes of shared memory: of the rows of tensor `number`, of all
  /// rows, of a tile of tensor `number`, of the statistics of a tile, and of a
  /// slot.
  int64_t getRowBytes(unsigned number) const;
  int64_t getAllRowBytes() const { return getRowBytes(0) + getRowBytes(1); }
  int64_t getTileBytes(unsigned number) const;
  int64_t getStatisticsBytes() const;
  int64_t getSlotBytes() const;
  // Addresses in shared memory, i32: of the rows of consumer `number`, of a
  // tile in a slot, and of the mbarriers that complete when a slot or the rows
  // have landed, or a slot has been released.
  mlir::Value getRows(unsigned tensor, mlir::Value consumer);
  mlir::Value getTile(unsigned tensor, mlir::Value slot);
  mlir::Value getFull(mlir::Value slot);
  mlir::Value getEmpty(mlir::Value slot);
  mlir::Value getFullRows();
  /// Returns the blocks of rows of all heads.
  RowBlocks getBlocks() const;
  /// Initialises the mbarriers of slots and rows by thread 0, and lets the
  /// block wait for this.
  void initialise(mlir::Value thread);
  /// Returns the item of this block.
  Item locate();
  /// Returns step `index` of an item: the tiles of the first head that shares
  /// the rows, then those of the next one.
  Step locateStep(const Item &item, mlir::Value index);

  // The producer, of one thread.
  void produce();
  /// Begins to load the rows of an item.
  void loadRows(const Item &item);
  /// Begins to load a tile into a slot.
  void loadStep(const Step &step, mlir::Value slot);

  // A consumer: a warpgroup with 64 rows, two of each thread.
  void consume();
  Registers flatten(const State &state) const;
  State unflatten(mlir::ValueRange values) const;
  /// Arrives at the mbarrier of the slot in front of `slot` by one thread,
  /// unless `index` is that of the first step.
  void releaseBefore(mlir::Value slot, mlir::Value index);
  /// Returns base and shift of the rows of the thread.
  RowConstants loadConstants(const Item &item, const ScoreMask::Rows &rows);
  /// Returns what the statistics of a slot hold for the thread's columns:
  /// `which` is 0 for the base, 1 for the shift.
  Registers loadStatistics(mlir::Value slot, int64_t which);
  /// Returns the value for element `i` of a fragment, from those of the rows or
  /// of the columns.
  mlir::Value choose(const Registers &ofRows, const Registers &ofColumns,
                     size_t i) const;
  /// Returns the weights of scores as they come out of the product.
  Registers weigh(const Registers &scores, const RowConstants &constants,
                  mlir::Value slot);
  /// Returns the gradients of the scores.
  Registers differentiate(const Registers &weights, const Registers &slopes,
                          const RowConstants &constants, mlir::Value slot);
  /// Returns gradient `number` of a state after it has begun to add fragments
  /// times the tile of tensor `number`; valid once waited for.
  Registers addTo(const State &state, unsigned number,
                  const Registers &fragments);
  /// Returns the state after step `index`, whose last product is in flight.
  State addStep(const State &state, const Item &item,
                const ScoreMask::Rows &rows, const RowConstants &constants,
                mlir::Value index);
  /// Stores gradient `number` of the warpgroup's rows.
  void store(const Registers &gradient, unsigned number, const Item &item,
             const ScoreMask::Rows &rows);

  nn::AttentionGradientOp op;
  const bool ownsKeys;
  const AttentionForm form; ///< transposed if the rows belong to keys
  const PassSchedule schedule;
  mlir::Value statistics;
  int64_t padded = 0;
  std::optional<KernelBuilder> kernel;
  std::optional<FragmentBuilder> fragments;
  std::optional<ScoreMask> mask;
  mlir::Value shared, base, block; ///< shared memory, its address; the block
  /// The number of the consumer and of its thread, and the first column of a
  /// tile that this thread holds.
  mlir::Value group, thread, column;
  mlir::Value factor; ///< of exponents
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_GRADIENTPASS_H
