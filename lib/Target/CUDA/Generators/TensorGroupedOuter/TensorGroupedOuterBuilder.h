// TensorGroupedOuterBuilder.h: the kernel of nn.grouped_outer by warps
#ifndef SBP_LIB_TARGET_CUDA_TENSORGROUPEDOUTERBUILDER_H
#define SBP_LIB_TARGET_CUDA_TENSORGROUPEDOUTERBUILDER_H

#include "Generators/HopperProduct/FactorPacking.h"
#include "Generators/TensorProduct/SliceLoop.h"
#include "Hopper/FragmentBuilder.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"

namespace sbp::cuda {

/// Builds the kernel of nn.grouped_outer by one schedule, which splits no k.
/// The result of a group is the product of x^T and y over the rows of the
/// group, which are the k of its tiles. A block has one tile.
class TensorGroupedOuterBuilder {
public:
  /// `op` and the schedule outlive the builder.
  TensorGroupedOuterBuilder(nn::GroupedOuterOp op,
                            const WarpSchedule &schedule);
  /// Returns whether the kernel computes the op on `chip`: elements are bf16 or
  /// f16, no extent is 0, both factors have several columns, rows and tiles are
  /// counted in 32 bits, and the ring fits shared memory. Must precede all
  /// other calls.
  bool isSupported(const Chip &chip);
  /// Returns the predicted seconds of the kernel and of copies of factors. The
  /// prediction takes groups for equally long.
  double predictSeconds(const Chip &chip) const;
  /// Appends the launches of copies of factors to `plan`, then that of the
  /// kernel. Fails with a diagnostic where a factor cannot be copied.
  mlir::LogicalResult build(LaunchPlan &plan);

private:
  /// A factor and its tiles. Loops of `access` are batch, column, row.
  struct Factor {
    Access access;
    ProductFactor source;
    std::optional<StagedTile> tile;
  };
  /// Rows of a group: from `first` to below `end`, both i32.
  struct Range {
    mlir::Value first, end;
  };

  /// Plans how factor 0 or 1 is read, as it is or as a copy. Returns whether
  /// one of both is possible.
  bool analyseFactor(unsigned number);
  int64_t countTiles(unsigned number) const {
    return llvm::divideCeil(extents[number],
                            number ? schedule.tileN : schedule.tileM);
  }
  int64_t getRingBytes() const;
  /// Returns an offset that no element which the kernel accesses exceeds.
  int64_t getLargestOffset() const;
  /// Emits the rows of group `group`, an i32, from all bounds up to its own:
  /// the largest one before it and the largest one with it. Each warp does so.
  Range findRange(mlir::Value group, mlir::Value lane);
  /// Emits the sums of the block's tile and their stores.
  void computeTile(mlir::Value group, mlir::Value firstRow,
                   mlir::Value firstColumn);

  nn::GroupedOuterOp op;
  const WarpSchedule &schedule;
  mlir::Type element;
  int64_t rows, groups, extents[2]; ///< columns of x and of y
  Factor factors[2];
  std::optional<KernelBuilder> kernel;
  std::optional<FragmentBuilder> fragments;
  std::optional<TensorCoreBuilder> core;
  mlir::Value base, thread; ///< pointer to shared memory; i32
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_TENSORGROUPEDOUTERBUILDER_H
