//===- ParallelLoops.h - loops whose iterations do not meet -----*- C++ -*-===//
//
// A nest of loops over tensors writes its results element by element. Where
// every element that it reads or writes of them stands, in one dimension, at
// the number of one loop (or of one of several loops side by side), iterations
// of that loop do not meet: a thread may run the whole nest for one of them.
//
//===----------------------------------------------------------------------===//
#ifndef SBP_LIB_TARGET_CUDA_PARALLELLOOPS_H
#define SBP_LIB_TARGET_CUDA_PARALLELLOOPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace sbp::cuda {

/// Loops over one dimension of the results, none in another.
struct ParallelDim {
  llvm::SmallVector<mlir::scf::ForOp> loops;
  int64_t extent = 0;
};

/// Outer dimensions first; none where iterations may meet.
llvm::SmallVector<ParallelDim> findParallelLoops(mlir::scf::ForOp nest);

/// Every loop runs its iteration of `thread` alone, or none where `thread` is
/// not less than the product of the extents. The numbers are made in front of
/// `nest`.
void restrictLoops(mlir::scf::ForOp nest, llvm::ArrayRef<ParallelDim> dims,
                   mlir::Value thread);

/// Whether all that a function on buffers writes into its arguments but the
/// last, its scratch, stands at numbers made from `thread`, one for each of
/// `numDims` dimensions.
bool writesApart(mlir::func::FuncOp kernel, mlir::Value thread,
                 unsigned numDims);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_PARALLELLOOPS_H
