// GroupedKernel.h: the kernel of nn.grouped_product on tensor cores
#ifndef SBP_LIB_TARGET_CUDA_GROUPEDKERNEL_H
#define SBP_LIB_TARGET_CUDA_GROUPEDKERNEL_H

#include "GroupedForm.h"
#include "GroupedResults.h"
#include "Hopper/TileRing.h"
#include "Plan/LaunchPlan.h"

namespace sbp::cuda {

/// The part of the summed dimension, in elements of two bytes, that a slice of
/// factors has.
constexpr int64_t kSliceK = kSliceBytes / 2;

/// Builds the kernel of a grouped product by one schedule.
class GroupedKernel : GroupedForm {
public:
  /// The op and the schedule outlive the builder.
  GroupedKernel(nn::GroupedProductOp op, const GroupedSchedule &schedule);
  /// Returns whether the kernel computes the op on `chip`: elements are bf16 or
  /// f16, no extent is 0, numbers of rows and tiles have 32 bits, and the table
  /// of groups fits shared memory. Must precede all other calls.
  bool isSupported(const Chip &chip);
  /// Returns the predicted duration, with copies of factors, where all groups
  /// have as many rows.
  double predictSeconds(const Chip &chip) const;
  /// Appends the launches to `plan`. Fails with a diagnostic where a factor
  /// cannot be copied.
  mlir::LogicalResult build(LaunchPlan &plan);

private:
  struct Factor : GroupedFactor {
    TileLoads loads;
  };
  /// Finds the loads of a factor, directly or from a packed copy.
  bool analyseFactor(unsigned number);
  /// Returns the staging of results; none where no tensor map describes the
  /// result.
  std::optional<ResultStaging> findStaging(LaunchPlan &plan);
  int64_t countColumnTiles() const;
  int64_t countSlices() const;
  /// Returns the ring in shared memory; its barriers follow the staging, and
  /// the table follows these.
  TileRing::Layout getRing() const;

  /// Emits the initialisation of mbarriers and of the table, and a barrier.
  void initialise(mlir::Value thread);
  /// Emits a loop over the tiles of the block, which carries a slot.
  void forEachTile(llvm::function_ref<Slot(const GroupedTile &, Slot)> body);
  GroupedTile locate(mlir::Value number, mlir::Value rowTiles);
  void produce();
  void consume();
  /// Emits the products of a tile and returns the sums, tileN / 2 registers for
  /// each 64 rows. Advances `slot`.
  Registers multiplyTile(Slot &slot);
  /// Begins the products of one slot, which add to `sums` unless `keepsSum` is
  /// 0.
  Registers multiplySlice(Slot slot, mlir::ValueRange sums,
                          mlir::Value keepsSum);

  const GroupedSchedule &schedule;
  Factor factors[2];
  std::optional<ResultStaging> staging;
  int64_t numBlocks = 0;
  std::optional<KernelBuilder> kernel;
  std::optional<FragmentBuilder> hopper;
  std::optional<GroupTable> table;
  std::optional<TileRing> ring;
  mlir::Value base, block, consumer;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_GROUPEDKERNEL_H
