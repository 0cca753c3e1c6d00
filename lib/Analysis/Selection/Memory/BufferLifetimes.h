// BufferLifetimes.h: the interval in which each value of a module has a buffer
//
// Time advances by two per op in program order: an even point for the boxings
// before the op, the odd point after it for the op itself. Not
// thread-safe.
#ifndef SBP_LIB_ANALYSIS_SELECTION_MEMORY_BUFFERLIFETIMES_H
#define SBP_LIB_ANALYSIS_SELECTION_MEMORY_BUFFERLIFETIMES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Analysis/Scheduling/RegionCuts.h"
#include "sbp/Analysis/Selection/Graph/Alternatives.h"

namespace sbp {

/// Estimates lifetimes of buffers as the target will place them: the ops
/// between two communications are one region, which holds what it exchanges
/// with other regions from its beginning to its end.
class BufferLifetimes {
public:
  /// The first and last point in time of a region, both included.
  struct Span {
    unsigned first = 0, last = 0;
  };

  /// `alternatives` must outlive this object.
  explicit BufferLifetimes(const Alternatives &alternatives)
      : alternatives(alternatives) {}

  /// Numbers all ops of `function`, its terminator included, from position
  /// `first` on, finds their regions and last reads, and returns the position
  /// after the last op. All ops but constraints and the terminator have
  /// placements. Called once per function, before any query about its ops.
  unsigned addFunction(mlir::func::FuncOp function, unsigned first);

  /// Returns the point at which values are boxed for `op`.
  unsigned getBoxingTime(mlir::Operation *op) const {
    return 2 * positions.lookup(op);
  }
  /// Returns the point at which `op` runs.
  unsigned getTime(mlir::Operation *op) const { return getBoxingTime(op) + 1; }
  /// Returns the last point at which the operands of `op` are read: by the op,
  /// or by readers of its results where these have no buffer of their own.
  unsigned getLastRead(mlir::Operation *op) const { return ends.lookup(op); }
  /// Returns the last point at which `op` holds an operand that `region` made.
  unsigned getEnd(mlir::Operation *op, const Span &region) const;
  /// Returns the span of the region of `op`, that of the op alone where it is
  /// in no region.
  Span getRegion(mlir::Operation *op) const;
  /// Returns true if `value` has a buffer of its own.
  bool isWritten(mlir::OpResult value) const;
  /// Returns the ops that read `value`. What a form makes again is read by the
  /// readers of the op of its choice, too.
  llvm::SmallVector<mlir::Operation *> getReaders(mlir::OpResult value) const;

private:
  /// Sets the regions of forms that make values again.
  void addRepeats(mlir::func::FuncOp function);
  /// Returns true if an op in another region reads `value`.
  bool leavesRegion(mlir::OpResult value) const;
  /// Sets the regions of the ops of a function that is numbered already.
  void findRegions(mlir::func::FuncOp function);
  /// Sets the regions of `ops`, which run on one placement, in program order.
  void cutIntoRegions(llvm::ArrayRef<mlir::Operation *> ops,
                      llvm::ArrayRef<StateUpdate> updates);

  const Alternatives &alternatives;
  llvm::DenseMap<mlir::Operation *, unsigned> positions;
  llvm::DenseMap<mlir::Operation *, unsigned> ends; ///< getLastRead
  /// Last reads by another region, which holds its inputs to its own end.
  llvm::DenseMap<mlir::Operation *, unsigned> regionEnds;
  llvm::DenseMap<mlir::Operation *, Span> regions;
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_MEMORY_BUFFERLIFETIMES_H
