// TensorGroupedBuilder.h: the kernel of nn.grouped_product by warps
#ifndef SBP_LIB_TARGET_CUDA_TENSORGROUPEDBUILDER_H
#define SBP_LIB_TARGET_CUDA_TENSORGROUPEDBUILDER_H

#include "Generators/HopperGrouped/GroupedForm.h"
#include "Generators/TensorProduct/SliceLoop.h"
#include "Plan/LaunchPlan.h"

namespace sbp::cuda {

/// Builds the kernel of a grouped product by one schedule, which splits no k.
/// Each block finds the tiles of all groups from the bounds first, and computes
/// every n-th of them.
class TensorGroupedBuilder : GroupedForm {
public:
  /// Describes `op`; it and the schedule outlive the builder.
  TensorGroupedBuilder(nn::GroupedProductOp op, const WarpSchedule &schedule);
  /// Returns whether the kernel computes the op on `chip`: elements are bf16 or
  /// f16, no extent is 0, numbers of rows and tiles have 32 bits, and ring and
  /// table fit shared memory. Must precede all other calls.
  bool isSupported(const Chip &chip);
  /// Returns the predicted seconds with copies of factors, where all groups
  /// have as many rows.
  double predictSeconds(const Chip &chip) const;
  /// Appends the launch of the kernel to `plan`, and before it those that copy
  /// factors. Fails with a diagnostic where one cannot be copied.
  mlir::LogicalResult build(LaunchPlan &plan);

private:
  struct Factor : GroupedFactor {
    std::optional<StagedTile> tile;
  };

  bool analyseFactor(unsigned number);
  int64_t countColumnTiles() const {
    return llvm::divideCeil(columns, schedule.tileN);
  }
  int64_t countSlices() const {
    return llvm::divideCeil(inner, schedule.getSliceK());
  }
  int64_t getRingBytes() const;
  /// Returns an offset that no element which a copy is given exceeds.
  int64_t getLargestOffset() const;
  /// Emits the products and stores of the tile of these rows from column
  /// `firstColumn` on, an i32.
  void computeTile(const GroupTable::Rows &rows, mlir::Value firstColumn);

  const WarpSchedule &schedule;
  Factor factors[2];
  std::optional<KernelBuilder> kernel;
  std::optional<FragmentBuilder> fragments;
  std::optional<TensorCoreBuilder> core;
  std::optional<GroupTable> table;
  mlir::Value base, thread; ///< pointer to shared memory; i32
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_TENSORGROUPEDBUILDER_H
