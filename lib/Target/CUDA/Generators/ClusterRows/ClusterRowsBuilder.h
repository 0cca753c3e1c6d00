// ClusterRowsBuilder.h: the kernel of long rows, one or several a cluster
#pragma once
#include "ClusterSchedule.h"
#include "Generators/Rows/PassRows.h"
#include "RowExchange.h"

namespace sbp::cuda {
/// Builds the kernel of a group of rows that clusters of blocks share. Needs a
/// group that `ClusterSchedule::choose` accepts.
class ClusterRowsBuilder : PassRows {
public:
  ClusterRowsBuilder(LaunchPlan &plan, const RowGroup &group)
      : PassRows(plan, group),
        schedule(*ClusterSchedule::choose(group, passes, plan.chip)) {}
  /// Adds the launch to the plan.
  mlir::LogicalResult build();

private:
  void choosePlaces();
  bool canCopy(const RowSource &source) const;
  void openKernel();
  void initialise();
  void loadInvariants();
  void loadHeldVector(size_t index, mlir::Value number);
  void issueCopies(mlir::Value row, mlir::Value slot);
  void issueCopy(const RowSource &source, mlir::ArrayRef<mlir::Value> loops,
                 mlir::Value column, mlir::Value to, mlir::Value bytes,
                 mlir::Value barrier);
  void processRow(mlir::Value row, mlir::Value round);
  mlir::Value getBarrier(mlir::Value slot);
  /// Returns the offset of a source in shared memory, in its elements: in the
  /// slot of the row that is computed, or where it is held.
  mlir::Value getPlace(size_t index) override;
  /// Returns a vector of an input that all rows share, held from the first
  /// column of the part on.
  Values loadHeld(mlir::Type element, size_t index, const Tile &tile);
  Values loadSource(mlir::linalg::GenericOp op, mlir::OpOperand &operand,
                    size_t index, Tile &tile, int pass) override;
  void joinBlocks(mlir::ArrayRef<mlir::linalg::GenericOp> reductions,
                  mlir::MutableArrayRef<mlir::Value> partial) override;

  ClusterSchedule schedule;
  std::optional<HopperBuilder> cluster;
  std::optional<RowExchange> exchange;
  mlir::SmallVector<int64_t> places; ///< offsets of sources in a slot, or of
                                     ///< held ones in `storage`, in bytes
  mlir::SmallVector<bool> isCopied;  ///< by source: true for bulk copies
  int64_t slotBytes = 0, storageBytes = 0;
  int64_t numExchanges = 0;      ///< of a row
  int64_t nextExchange = 0;      ///< of the row that is emitted
  mlir::Value barriers;          ///< address of the mbarriers, an i32
  mlir::Value word, rank, first; ///< thread, rank and number of the cluster
  mlir::Value slot, round;       ///< of the row that is computed, i32
};
} // namespace sbp::cuda
