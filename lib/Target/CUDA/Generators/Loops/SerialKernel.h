// SerialKernel.h: ops that run as plain loops on the GPU
//
// Sorts, scans and scatters have no generator of their own. Their ops become a
// function on buffers, as on the host, and the function becomes a kernel.
#ifndef SBP_LIB_TARGET_CUDA_SERIALKERNEL_H
#define SBP_LIB_TARGET_CUDA_SERIALKERNEL_H

#include "KernelBuilder.h"
#include "mlir/IR/OwningOpRef.h"
#include "sbp/Target/Region/Steps.h"

namespace sbp::cuda {
/// Builds one kernel for a sequence of ops. The first of several attempts that
/// succeeds is kept: parallel in place, with fewer and fewer dimensions and
/// then fewer threads; serial in place; serial with copies.
class SerialBuilder {
public:
  /// Prepares a kernel for `ops`, at least one, in program order. `plan` and
  /// the ops must outlive the builder.
  SerialBuilder(LaunchPlan &plan, llvm::ArrayRef<mlir::Operation *> ops)
      : plan(plan), ops(ops.begin(), ops.end()) {}
  /// Assigns the buffers of the ops, adds the kernel to the plan and appends
  /// its launch. Called once. Fails with the diagnostic of the last attempt.
  mlir::LogicalResult build();
  /// Returns whether `op` depends on a result of the ops.
  bool isNeededBy(mlir::Operation *op) const;

private:
  // Extraction (SerialExtract.cpp).
  /// Fills `inputs` and `recomputed`.
  void findInputs();
  /// Returns whether `op` is one of the kernel's ops, is nested in one, or is
  /// recomputed for them alone.
  bool isInside(mlir::Operation *op) const;
  /// Fills `results` and `initialInputs`, after findInputs().
  void findResults();
  /// Returns the number of the input that `result` updates; nothing if there is
  /// none, or another result has it.
  std::optional<unsigned> findInitialInput(mlir::Value result) const;
  /// Adds a function to `module` that computes the results from the inputs, the
  /// parameters and a thread's index. With `isDirect`, it requests that results
  /// update their initial inputs.
  mlir::func::FuncOp extract(mlir::ModuleOp module, bool isDirect);
  /// Returns the tensor type of a result in memory: rank 0 for a scalar, with
  /// i64 for an index.
  static mlir::RankedTensorType getStored(mlir::Type type);

  // Compilation and the launch (SerialKernel.cpp).
  /// Lowers the extracted function to loops on buffers and sets `scratchBytes`.
  mlir::LogicalResult lower(mlir::ModuleOp module, region::BoundaryMode mode);
  /// Makes one attempt: with the outermost `dims` parallel dimensions, or by
  /// one thread for 0. A failure in mode Direct has no diagnostic.
  mlir::LogicalResult compile(region::BoundaryMode mode, unsigned dims);
  /// Makes the parallel attempts. Fails if none succeeds, or the ops are not
  /// one nest with independent iterations.
  mlir::LogicalResult compileParallel();
  /// Gives each thread its iterations and its part of the scratch. Fails if the
  /// scratch of all threads is too large, or they may write one element.
  mlir::LogicalResult distributeIterations(mlir::func::FuncOp kernel);
  /// Moves the kernel, as `name`, and its constants to the plan's kernels.
  void moveIntoKernels(llvm::StringRef name);
  /// Returns whether a result of the last attempt overwrites input `input`.
  bool isUpdatedInPlace(unsigned input) const;
  /// Makes the inputs readable that no result overwrites.
  mlir::LogicalResult assignInputs();
  /// Assigns buffers to the results, after the inputs.
  mlir::LogicalResult assignResults();
  /// Returns the elements of all tensors that the kernel accesses, at least 1.
  int64_t countElements() const;
  /// Returns a tensor in a temporary for a scalar result, from which the
  /// scalar's other users load it now.
  mlir::Value storeScalar(mlir::Value number);

  LaunchPlan &plan;
  llvm::SetVector<mlir::Operation *> ops;
  llvm::SetVector<mlir::Value> inputs; ///< tensors
  llvm::SetVector<mlir::Operation *>
      recomputed;                         ///< scalars and constants, cloned
  llvm::SmallVector<mlir::Value> results; ///< values that other ops use
  llvm::SmallVector<std::optional<unsigned>>
      initialInputs; ///< the input that each result updates, if any
  unsigned numParameters = 0;

  // The state of the last attempt.
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::func::FuncOp kernel;
  int64_t scratchBytes = 0; ///< of one thread after a failed attempt, else all
  int64_t iterations = 1, blocks = 1, threads = 1; ///< threads of a block
  int64_t chunk = 1;    ///< iterations of the outermost dimension per thread
  unsigned numDims = 0; ///< parallel dimensions; 0: one thread
};
} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_SERIALKERNEL_H
