// LiveRanges.h: when registers are live
#ifndef SBP_LIB_TRANSFORMS_SCHEDULING_LIVERANGES_H
#define SBP_LIB_TRANSFORMS_SCHEDULING_LIVERANGES_H

#include "sbp/Analysis/Scheduling/Arena.h"
#include "sbp/Dialect/Task/IR/TaskDialect.h"
#include "llvm/ADT/MapVector.h"

namespace sbp {

/// When the registers of one graph that own storage in the arena are live, in
/// positions of its launches in one order of all streams. Outputs live until
/// the step is over.
class LiveRanges {
public:
  explicit LiveRanges(task::GraphOp graph);
  llvm::ArrayRef<std::pair<task::RegisterOp, LiveRange>> get() const {
    return ranges.getArrayRef();
  }

private:
  /// Storage that `value` uses is needed from one position to another.
  void touch(mlir::Value value, int64_t begin, int64_t end);

  llvm::MapVector<task::RegisterOp, LiveRange> ranges;
};

/// Bytes from one copy of a register to the next.
int64_t getStride(task::RegisterOp op);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_SCHEDULING_LIVERANGES_H
