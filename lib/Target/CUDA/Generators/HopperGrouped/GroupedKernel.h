// GroupedKernel.h: the kernel of nn.grouped_product on tensor cores
#ifndef SBP_LIB_TARGET_CUDA_GROUPEDKERNEL_H
#define SBP_LIB_TARGET_CUDA_GROUPEDKERNEL_H

#include "../HopperProduct/FactorPacking.h"
#include "GroupTable.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"

namespace sbp::cuda {

/// The sizes of tiles and of the ring, and the constants of the duration, which
/// is waves x (slices x sliceSeconds + tileSeconds) + kernelSeconds. Each of
/// `consumers` warpgroups multiplies tileM / consumers rows.
struct GroupedSchedule {
  int64_t tileM, tileN, consumers, stages;
  double sliceSeconds, tileSeconds, kernelSeconds;

  /// Returns "tiles of 128 x 256 x 64, 4 slots".
  std::string print() const;
};

/// Builds the kernel of a grouped product by one schedule.
class GroupedKernel {
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
  /// A factor: x (0) or weights (1). Tensor copies read `tensor`, the operand
  /// or a copy of it. Loops of `access` are group, outer, k.
  struct Factor {
    Access access;
    TileLoads loads;
    std::optional<FactorPacking> packing;
    mlir::Value tensor;
  };
  /// The rows and the first column of the results of a tile.
  struct Tile {
    GroupTable::Rows rows;
    mlir::Value column;
  };
  /// The part of shared memory that results of whole tiles pass.
  struct Staging {
    TensorMapShape map;
    int64_t blocks = 0; ///< of each consumer, filled one after the other
  };

  /// Finds the loads of a factor, directly or from a packed copy.
  bool analyseFactor(unsigned number);
  /// Returns the staging of results; none where no tensor map describes the
  /// result.
  std::optional<Staging> findStaging(LaunchPlan &plan);
  int64_t countColumnTiles() const;
  int64_t countSlices() const;
  int64_t getConsumerRows() const {
    return schedule.tileM / schedule.consumers;
  }
  int64_t countRowBlocks() const { return getConsumerRows() / kResultRows; }
  // Places in shared memory: a slot of the ring, staging, mbarriers, table.
  int64_t getSlotBytes() const;
  int64_t getBarriersOffset() const;
  int64_t getTableOffset() const;
  mlir::Value getFull(mlir::Value slot);
  mlir::Value getEmpty(mlir::Value slot);

  /// Emits the initialisation of mbarriers and of the table, and a barrier.
  void initialise(mlir::Value thread);
  /// Emits zeros for the rows of no group.
  void storeOtherRows();
  /// Emits a loop over the tiles of the block, which carries a slot.
  void forEachTile(llvm::function_ref<Slot(const Tile &, Slot)> body);
  Tile locate(mlir::Value number, mlir::Value rowTiles);
  /// Emits a loop of i32 that is not unrolled, as FragmentBuilder's forEach.
  Registers
  forEach(mlir::Value end, llvm::ArrayRef<mlir::Value> carried,
          llvm::function_ref<Registers(mlir::Value, mlir::ValueRange)> body);
  void produce();
  void consume();
  /// Emits the products of a tile and returns the sums, tileN / 2 registers for
  /// each 64 rows. Advances `slot`.
  Registers multiplyTile(Slot &slot);
  /// Begins the products of one slot, which add to `sums` unless `keepsSum` is
  /// 0.
  Registers multiplySlice(Slot slot, mlir::ValueRange sums,
                          mlir::Value keepsSum);
  void release(mlir::Value slot);
  /// Stores the results of a tile: whole blocks of 64 rows by tensor copies,
  /// the last ones of a group from registers.
  void storeTile(llvm::ArrayRef<mlir::Value> sums, const Tile &tile);
  void storeRows(llvm::ArrayRef<mlir::Value> sums, mlir::Value firstRow,
                 const Tile &tile);
  void stageRows(llvm::ArrayRef<mlir::Value> sums, mlir::Value firstRow,
                 const Tile &tile);
  /// Returns the number of the thread in its warpgroup, computed here.
  mlir::Value getThread();

  static constexpr int64_t kResultRows = 64;

  nn::GroupedProductOp op;
  const GroupedSchedule &schedule;
  mlir::Type element;
  int64_t rows, inner, columns, groups;
  Factor factors[2];
  std::optional<Staging> staging;
  int64_t numBlocks = 0;
  std::optional<KernelBuilder> kernel;
  std::optional<FragmentBuilder> hopper;
  std::optional<GroupTable> table;
  mlir::Value base, block, consumer;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_GROUPEDKERNEL_H
