// LiveRanges.h: live ranges of registers
#ifndef SBP_LIB_TRANSFORMS_SCHEDULING_LIVERANGES_H
#define SBP_LIB_TRANSFORMS_SCHEDULING_LIVERANGES_H

#include "sbp/Analysis/Scheduling/Arena.h"
#include "sbp/Dialect/Task/IR/TaskDialect.h"
#include "llvm/ADT/MapVector.h"

namespace sbp {

/// The live ranges of the registers of one graph that own storage in the arena,
/// as positions in one order of the launches of all streams. Each token is live
/// from its first use until all streams have passed its last one, outputs until
/// the step is over, and scratch during each firing alone.
class LiveRanges {
public:
  /// Computes the ranges of a graph that has launch lists.
  explicit LiveRanges(task::GraphOp graph);
  /// Returns the registers that a launch or an output uses, each with its range
  /// and the bytes of all its copies. The array lives as long as this object.
  llvm::ArrayRef<std::pair<task::RegisterOp, LiveRange>> get() const {
    return ranges;
  }

private:
  /// Extends the live range of token number `token` of `count` tokens of the
  /// storage of `value` to the given positions.
  void touch(mlir::Value value, int64_t token, int64_t count, int64_t begin,
             int64_t end);
  /// Fills `ranges` from `tokens`.
  void join();

  llvm::MapVector<task::RegisterOp, std::vector<LaunchInterval>> tokens;
  std::vector<std::pair<task::RegisterOp, LiveRange>> ranges;
};

/// Returns the distance in bytes between two copies of a register: its size,
/// rounded up to kRegisterAlignment.
int64_t getStride(task::RegisterOp op);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_SCHEDULING_LIVERANGES_H
