// EntryStages.h: the stages of an entry's pipeline
#ifndef SBP_LIB_TRANSFORMS_PARTITION_ENTRYSTAGES_H
#define SBP_LIB_TRANSFORMS_PARTITION_ENTRYSTAGES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace sbp {

/// The stages of an entry at level 1: the placements whose ops run in every
/// micro-batch, in the order of their first ops. There are none where all of
/// them are on one placement. Of several sweeps the last one is a pipeline:
/// what it reads of earlier ones is a sum over all micro-batches, so that the
/// work of one micro-batch in both sweeps cannot be a group.
class EntryStages {
public:
  /// Finds the stages of `entry`, whose sweeps are `sweeps`; neither is kept.
  /// An entry without micro-batches has none.
  EntryStages(mlir::func::FuncOp entry, const Sweeps &sweeps);

  /// Returns the number of the sweep whose ops belong to stages: the last one,
  /// 0 in an entry without micro-batches.
  int64_t getSweep() const { return lastSweep; }
  /// Returns the number of the stage that `placement` (a FlatSymbolRefAttr) is,
  /// from 0 in the order of first ops; -1 for none.
  int64_t get(mlir::Attribute placement) const;
  /// Returns true if `op` runs after the forward of its stage. Accumulations
  /// run with what they accumulate, boxings with their first readers, or with
  /// the op that makes their value if only accumulations read them.
  static bool isBackward(mlir::Operation *op);
  /// Returns true if `op` is weight work: backward of which no other stage
  /// reads a result in a micro-batch. Always false where the entry's schedule
  /// does not split backward. Accumulations run with what they accumulate.
  bool isWeight(mlir::Operation *op) const;

  /// Emits an error at the first op that takes a value of forward back to a
  /// stage that its own depends on, if backward work follows. No order of such
  /// stages runs one of them after the other. Notes name the edges of the
  /// cycle. `entry` and `sweeps` are those of the constructor. Succeeds without
  /// stages.
  mlir::LogicalResult checkForward(mlir::func::FuncOp entry,
                                   const Sweeps &sweeps) const;

private:
  /// Fills `sent` by a backward search from what leaves a stage.
  void findSent(mlir::func::FuncOp entry, const Sweeps &sweeps);

  /// Ops that another stage waits for in every micro-batch.
  llvm::DenseSet<mlir::Operation *> sent;
  bool splitsBackward = false; ///< by the schedule that the entry names
  int64_t lastSweep = 0;
  llvm::SmallMapVector<mlir::Attribute, int64_t, 4> numbers;
};

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_PARTITION_ENTRYSTAGES_H
