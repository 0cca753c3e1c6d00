// LaunchPlan.h: a region as launches over buffers
//
// One pass over the region's ops in program order collects the ops that may
// share a kernel (Windows.h); generators compete for them (Generator.h).
// Reshapes and contiguous slices are views and need no kernel.
#ifndef SBP_LIB_TARGET_CUDA_LAUNCHPLAN_H
#define SBP_LIB_TARGET_CUDA_LAUNCHPLAN_H

#include "Choice/Generator.h"
#include "Kernel/RegionKernels.h"
#include "SideBySide.h"
#include "Windows.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Target/CUDA/CUDATarget.h"

namespace sbp::cuda {

/// Compiles one region on tensors, after the steps that all targets share, into
/// kernels and a list of launches. Generators write to it through the members
/// that are public. Functions that return a LogicalResult fail with a
/// diagnostic at the op that cannot be computed; the plan is of no use then.
class LaunchPlan : public RegionKernels {
public:
  /// Prepares the plan of `region`, whose kernels are added to `kernels`. All
  /// arguments must outlive the plan, which also adds ops to `region`.
  LaunchPlan(mlir::func::FuncOp region, mlir::ModuleOp kernels,
             const Chip &chip, const Tuning &tuning)
      : RegionKernels(region, kernels, chip), tuning(tuning) {}
  /// Builds all kernels and returns the launches in their order. Called once.
  /// `scratchBytes` and `choices` are valid after success.
  mlir::FailureOr<std::vector<DeviceLaunch>> build();

  /// Makes the tensor `value` readable: a fill or a view that has no buffer yet
  /// is made now, a `tensor.empty` gets an uninitialised one. Another tensor
  /// without a buffer fails an assertion.
  mlir::LogicalResult read(mlir::Value value);
  /// Makes the tensors among `values` readable, and skips scalars.
  mlir::LogicalResult readAll(mlir::ValueRange values);
  /// Assigns buffers to the results of `op` and makes its operands readable.
  /// `epilogue` is computed by the same kernel, and may be null.
  mlir::LogicalResult prepareOp(mlir::Operation *op,
                                mlir::linalg::GenericOp epilogue = nullptr);
  /// Assigns a buffer that holds `start` to `result`, which is changed in place
  /// afterwards: the buffer of `start` if nothing else reads it.
  mlir::LogicalResult assignFrom(mlir::Value start, mlir::Value result);
  /// Appends a launch that copies `from` to `to`, tensors of one type that have
  /// buffers. None is appended for tensors without elements.
  mlir::LogicalResult copy(mlir::Value from, mlir::Value to);
  /// Initialises the buffer of `to` with the value `from`: by a copy if it has
  /// a buffer, by a fill, or not at all if `from` is a `tensor.empty`.
  mlir::LogicalResult initialiseFrom(mlir::Value from, mlir::Value to);
  /// Copies a constant of the module to a temporary, which can be a launch
  /// operand and becomes the buffer of `value`. Does nothing for other buffers.
  mlir::LogicalResult materialiseConstant(mlir::Value value);
  /// Returns whether `op` is part of a complete window, so that no other one
  /// may have it.
  bool isInWindow(mlir::Operation *op) const { return windows.hasComplete(op); }
  /// Returns whether the open window may add `op`.
  bool joinsWindow(mlir::Operation *op) const {
    return windows.mayAdd(op, *this);
  }

  int64_t scratchBytes = 0;          ///< size of the scratch, 0 without any
  std::vector<KernelChoice> choices; ///< among several candidates

private:
  /// Appends the launches that compute `ops`, by the fastest candidates.
  mlir::LogicalResult compute(Window ops);
  /// Joins the launch of `ops`, the last one, with the launch before it if both
  /// read a shared input.
  void joinSideBySide(Window ops);
  /// Computes the open window, if there is one.
  mlir::LogicalResult flush();
  /// Computes the next op, or adds it to a window; the handlers below do so for
  /// one kind of op each.
  mlir::LogicalResult handle(mlir::Operation *op);
  mlir::LogicalResult handleView(mlir::Operation *op);
  mlir::LogicalResult handleReshape(mlir::Operation *op);
  mlir::LogicalResult handleExtract(mlir::Operation *op);
  mlir::LogicalResult handleInsert(mlir::Operation *op);
  mlir::LogicalResult handleConstant(mlir::Operation *op);
  /// Returns whether `op` is a view of a tensor that a complete window
  /// computes, which is not due yet.
  bool isViewOfPending(mlir::Operation *op) const;
  /// Makes the pending views of tensors that have buffers by now, except those
  /// that ops of `computed` alone read.
  mlir::LogicalResult handlePendingViews(Window computed);
  /// Writes a fill to the buffer that its result has.
  mlir::LogicalResult writeFill(mlir::Operation *fill);
  /// Variants of prepareOp for an op with the mark kWholeAttr, and for the
  /// operands of a generic whose results have buffers.
  mlir::LogicalResult prepareWhole(mlir::Operation *op);
  mlir::LogicalResult prepareGeneric(mlir::linalg::GenericOp op,
                                     mlir::linalg::GenericOp epilogue);
  /// Copies the remaining results to their output buffers.
  mlir::LogicalResult writeOutputs();

  const Tuning &tuning;
  OpenLaunch last;
  llvm::SmallVector<mlir::Operation *> pendingViews; ///< isViewOfPending
  Windows windows;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_LAUNCHPLAN_H
