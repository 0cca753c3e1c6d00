// SerialRegion.h: ops that become one function, with their inputs and results
#ifndef SBP_LIB_TARGET_CUDA_SERIALREGION_H
#define SBP_LIB_TARGET_CUDA_SERIALREGION_H

#include "Plan/LaunchPlan.h"

namespace sbp::cuda {

/// Returns whether `by` depends on a result of `ops`, which no kernel computes
/// yet.
bool areResultsReadBy(Window ops, mlir::Operation *by);

/// A sequence of ops of one block that a kernel computes.
struct SerialRegion {
  /// Finds inputs and results of `ops`, at least one, in program order, which
  /// must outlive the object.
  explicit SerialRegion(llvm::ArrayRef<mlir::Operation *> ops);
  /// Returns whether `op` is one of the ops, is nested in one, or is recomputed
  /// for them alone.
  bool isInside(mlir::Operation *op) const;
  /// Adds a function to `module` that computes the results from the inputs, the
  /// scalar parameters of `region` and a thread's index, and counts these
  /// parameters. With `isDirect`, it requests that results update their initial
  /// inputs.
  mlir::func::FuncOp extract(mlir::func::FuncOp region, mlir::ModuleOp module,
                             bool isDirect);
  /// Returns the tensor type of a result in memory: rank 0 for a scalar, with
  /// i64 for an index.
  static mlir::RankedTensorType getStored(mlir::Type type);

  llvm::SetVector<mlir::Operation *> ops;
  llvm::SetVector<mlir::Value> inputs; ///< tensors
  llvm::SetVector<mlir::Operation *>
      recomputed;                         ///< scalars and constants, cloned
  llvm::SmallVector<mlir::Value> results; ///< values that other ops use
  llvm::SmallVector<std::optional<unsigned>>
      initialInputs; ///< the input that each result updates, if any
  unsigned numParameters = 0;

private:
  void findInputs();
  void findResults();
  /// Returns the number of the input that `result` updates; nothing if there is
  /// none, or another result has it.
  std::optional<unsigned> findInitialInput(mlir::Value result) const;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_SERIALREGION_H
