// GroupedResults.h: the stores of nn.grouped_product
#ifndef SBP_LIB_TARGET_CUDA_GROUPEDRESULTS_H
#define SBP_LIB_TARGET_CUDA_GROUPEDRESULTS_H

#include "GroupTable.h"
#include "Hopper/ResultStaging.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"

namespace sbp::cuda {

/// The sizes of tiles and of the ring, and the constants of the duration, which
/// is waves x (slices x sliceSeconds + tileSeconds) + kernelSeconds. Each of
/// `consumers` warpgroups multiplies tileM / consumers rows.
struct GroupedSchedule {
  int64_t tileM, tileN, consumers, stages;
  double sliceSeconds, tileSeconds, kernelSeconds;

  /// Returns the rows that a consumer multiplies, and their blocks of 64.
  int64_t getConsumerRows() const { return tileM / consumers; }
  int64_t countRowBlocks() const { return getConsumerRows() / kResultBlock; }
  /// Returns "tiles of 128 x 256 x 64, 4 slots".
  std::string print() const;
};

/// The rows and the first column of the results of a tile.
struct GroupedTile {
  GroupTable::Rows rows;
  mlir::Value column;
};

/// Emits the stores of a consumer. Blocks of 64 rows of a group pass shared
/// memory where there is staging; the last rows of a group are stored from
/// registers.
class GroupedResults {
public:
  /// The staging, or null, lies `begin` bytes after address `base` of shared
  /// memory; `consumer` is the number of the warpgroup. All arguments outlive
  /// the object.
  GroupedResults(KernelBuilder &kernel, FragmentBuilder &h,
                 nn::GroupedProductOp op, const GroupedSchedule &schedule,
                 const ResultStaging *staging, mlir::Value base, int64_t begin,
                 mlir::Value consumer);
  /// Stores the results of a tile: tileN / 2 registers for each 64 rows.
  void storeTile(llvm::ArrayRef<mlir::Value> sums, const GroupedTile &tile);

private:
  /// Stores 64 rows from registers, those of the group alone, or through shared
  /// memory.
  void storeRows(llvm::ArrayRef<mlir::Value> sums, mlir::Value firstRow,
                 const GroupedTile &tile);
  void stageRows(llvm::ArrayRef<mlir::Value> sums, mlir::Value firstRow,
                 const GroupedTile &tile);

  KernelBuilder &kernel;
  FragmentBuilder &h;
  nn::GroupedProductOp op;
  const GroupedSchedule &schedule;
  const ResultStaging *staging;
  mlir::Value base;
  int64_t begin;
  mlir::Value consumer;
  mlir::Type element;
  int64_t columns;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_GROUPEDRESULTS_H
