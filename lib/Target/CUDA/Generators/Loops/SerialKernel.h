// SerialKernel.h: ops that run as plain loops on the GPU
//
// Sorts, scans and scatters have no generator of their own. Their ops become a
// function on buffers, as on the host, and the function becomes a kernel.
#ifndef SBP_LIB_TARGET_CUDA_SERIALKERNEL_H
#define SBP_LIB_TARGET_CUDA_SERIALKERNEL_H

#include "Kernel/KernelBuilder.h"
#include "SerialRegion.h"
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
      : plan(plan), serial(ops) {}
  /// Assigns the buffers of the ops, adds the kernel to the plan and appends
  /// its launch. Called once. Fails with the diagnostic of the last attempt.
  mlir::LogicalResult build();

private:
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
  SerialRegion serial;

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
