// Windows.h: the ops that share kernels, as generators offer them
//
// A window is complete as soon as a generator knows its last op, and due where
// that op stands. Other windows grow op by op: one of them is open at a time,
// and due once an op comes that its generator neither adds nor lets pass. For
// example, of
//
//   y = x w;  s = scan c;  z = y + b;  m = max(z);  t = exp(z - m)
//
// y opens a complete window {y, z}, s one that stays open until z is reached;
// m and t are added to a third.
#ifndef SBP_LIB_TARGET_CUDA_WINDOWS_H
#define SBP_LIB_TARGET_CUDA_WINDOWS_H

#include "Choice/Generator.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace sbp::cuda {

/// Returns whether one kernel of `generator` computes all of `ops`, and no
/// result of them has the place of an input, which other blocks of threads may
/// still read.
bool isComputedWhole(const Generator &generator, Window ops,
                     const LaunchPlan &plan);

/// Collects the ops of a region in windows.
class Windows {
public:
  using Ops = llvm::SmallVector<mlir::Operation *>;

  /// Adds the next op that needs a kernel and returns the windows that are due
  /// now, in order.
  llvm::SmallVector<Ops, 2> add(mlir::Operation *op, const LaunchPlan &plan);
  /// Returns whether the open window must be computed before `op`, which needs
  /// no kernel of a generator. False if no window is open.
  bool isDueBefore(mlir::Operation *op) const;
  /// Returns whether `op` is part of a complete window that is not due yet.
  bool hasComplete(mlir::Operation *op) const {
    return covered.contains(op) || complete.contains(op);
  }
  /// Returns whether the open window may add `op`. False if no window is open.
  bool mayAdd(mlir::Operation *op, const LaunchPlan &plan) const;
  /// Closes the open window and returns its ops; none if no window is open.
  Ops close();

private:
  /// Asks the generators for a window that begins with `op`. Returns the first
  /// one that is complete, else the first one that stays open, or null. Writes
  /// the ops to `ops`.
  static const Generator *offer(mlir::Operation *op, const LaunchPlan &plan,
                                Ops &ops);

  const Generator *generator = nullptr; ///< that offered the open window
  Ops open;
  llvm::DenseMap<mlir::Operation *, Ops> complete; ///< by their last ops
  llvm::DenseSet<mlir::Operation *> covered; ///< the other ops of `complete`
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_WINDOWS_H
