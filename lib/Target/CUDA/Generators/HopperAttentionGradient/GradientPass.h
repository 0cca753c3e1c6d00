// GradientPass.h: one pass of the gradient of attention
#ifndef SBP_LIB_TARGET_CUDA_GRADIENTPASS_H
#define SBP_LIB_TARGET_CUDA_GRADIENTPASS_H

#include "Attention/PassWeights.h"
#include "PassLayout.h"
#include "Plan/LaunchPlan.h"

namespace sbp::cuda {

/// Builds the kernel of one pass (PassItems).
class GradientPass {
public:
  /// Prepares the pass over rows of keys or of queries. The op must outlive
  /// this object; form, which is that of the op, and schedule are copied.
  GradientPass(nn::AttentionGradientOp op, const AttentionForm &form,
               bool ownsKeys, const PassSchedule &schedule);
  /// Returns how many bytes of dynamic shared memory a block needs, which may
  /// be more than a chip has.
  int64_t getSharedBytes() const { return layout.getSharedBytes(); }
  /// Returns whether a consumer's registers hold what it multiplies without
  /// spills, by what ptxas did with all masks and widths.
  bool fitsRegisters() const;
  /// Returns the predicted seconds of the pass.
  double predictSeconds(const Chip &chip) const {
    return items.predictSeconds(chip);
  }
  /// Appends the launch to `plan`. `statistics` is the result of RowStatistics,
  /// padded to `padded` queries, a multiple of the columns of a tile and of the
  /// rows of a block. Tensor maps must be able to read query, key, value and
  /// cotangent. Called once.
  void build(LaunchPlan &plan, mlir::Value statistics, int64_t padded);

private:
  using Item = PassItem;
  using Step = PassStep;
  /// The values that a warpgroup carries from tile to tile: the gradients of
  /// the tensors of its rows, those of number 1 only of keys.
  struct State {
    Registers gradients[2];
    Slot slot;

    /// Returns all values in one list: the gradients, then the slot.
    Registers flatten() const;
    /// Returns the state whose `flatten` gives `values`.
    static State read(mlir::ValueRange values, const PassLayout &layout);
  };

  /// Return addresses in shared memory, i32: of the rows of consumer `number`,
  /// and of a tile in a slot.
  mlir::Value getRows(unsigned tensor, mlir::Value consumer);
  mlir::Value getTile(unsigned tensor, mlir::Value slot);
  /// Initialises the mbarriers of slots and rows by thread 0, and lets the
  /// block wait for this.
  void initialise(mlir::Value thread);
  // The producer, of one thread.
  void produce();
  /// Begins to load the rows of an item.
  void loadRows(const Item &item);
  /// Begins to load a tile into a slot.
  void loadStep(const Step &step, mlir::Value slot);

  // A consumer: a warpgroup with 64 rows, two of each thread.
  void consume();
  /// Arrives at the mbarrier of the slot before `slot` by one thread,
  /// unless `index` is that of the first step.
  void releaseBefore(mlir::Value slot, mlir::Value index);
  /// Returns gradient `number` of a state after it has begun to add fragments
  /// times the tile of tensor `number`; valid once waited for.
  Registers addTo(const State &state, unsigned number,
                  const Registers &fragments);
  /// Returns the state after step `index`, whose last product is in flight.
  State addStep(const State &state, const Item &item,
                const ScoreMask::Rows &rows,
                const PassWeights::RowConstants &constants, mlir::Value index);
  nn::AttentionGradientOp op;
  const bool ownsKeys;
  const AttentionForm form; ///< transposed if the rows belong to keys
  const PassSchedule schedule;
  const PassLayout layout;
  PassItems items;
  mlir::Value statistics;
  int64_t padded = 0;
  std::optional<KernelBuilder> kernel;
  std::optional<FragmentBuilder> fragments;
  std::optional<ScoreMask> mask;
  std::optional<TileRing> ring, rowRing;
  std::optional<PassWeights> weights; ///< of a consumer
  mlir::Value shared, base, block;    ///< shared memory, its address; the block
  /// The number of the consumer and of its thread, and the first column of a
  /// tile that this thread holds.
  mlir::Value group, thread, column;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_GRADIENTPASS_H
