// CheckpointGroups.h: the ops of forward that are made again together
#ifndef SBP_LIB_TRANSFORMS_RECOMPUTATION_CHECKPOINTGROUPS_H
#define SBP_LIB_TRANSFORMS_RECOMPUTATION_CHECKPOINTGROUPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Dialect/SBP/IR/Checkpoints.h"
#include "llvm/ADT/DenseMap.h"

namespace sbp {

/// The checkpointed parts of a function, from the notes on its ops and from its
/// `sbp.recompute`.
class CheckpointGroups {
public:
  /// Finds the parts among the ops of forward. Fails, with an error at the
  /// function, where `sbp.recompute` is set and nothing repeats.
  llvm::LogicalResult find(mlir::func::FuncOp function);
  /// Adds the repeated layers among the ops that are in no part yet, if any, as
  /// priced parts: their ops are made again only where that is worth it.
  void addPriced();
  /// Returns true if `part` is one that addPriced has added.
  bool isPriced(const Checkpoint &part) const {
    return part.group >= firstPriced;
  }
  /// Returns the ops of forward in priced parts, in program order.
  llvm::SmallVector<mlir::Operation *> getPricedOps() const;

  /// Returns the part of `op`, nullopt if it is in none.
  std::optional<Checkpoint> get(mlir::Operation *op) const {
    auto found = groups.find(op);
    return found == groups.end() ? std::nullopt : std::optional(found->second);
  }
  /// Returns true if `value`, the result of an op in a part, is read by other
  /// ops of forward in that part alone.
  bool isInside(mlir::Value value) const;

private:
  void readNotes();
  bool addLayers(bool keepsContractions);
  void addRuns(bool keepsContractions);

  llvm::SmallVector<mlir::Operation *> ops; ///< of forward, without sources
  llvm::DenseMap<mlir::Operation *, Checkpoint> groups;
  int64_t next = 0; ///< a number that no part has
  int64_t firstPriced = std::numeric_limits<int64_t>::max();
};

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_RECOMPUTATION_CHECKPOINTGROUPS_H
