// ParallelLoops.h: loops with independent iterations
//
// Dependence analysis for nests of loops over tensors, in the spirit of the
// single-index-variable tests (Goff, Kennedy and Tseng 1991): if every access
// to the results has, in one dimension, the index of one loop (or of sibling
// loops), then iterations of this loop are independent, and each may have a
// thread.
#ifndef SBP_LIB_TARGET_CUDA_PARALLELLOOPS_H
#define SBP_LIB_TARGET_CUDA_PARALLELLOOPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace sbp::cuda {

/// Sibling loops over one dimension of the results, none nested in another.
struct ParallelDim {
  llvm::SmallVector<mlir::scf::ForOp> loops;
  int64_t extent = 0; ///< upper bound on the iterations of each
};

/// Returns the independent loops of `nest`, itself included, outermost
/// dimension first. Returns none if iterations may depend on each other.
llvm::SmallVector<ParallelDim> findParallelLoops(mlir::scf::ForOp nest);

/// Restricts every loop to the iterations of `thread`, a linear index over the
/// extents: `chunk` consecutive ones of the outermost dimension, one of every
/// other. Threads beyond the product of the extents run no iteration. The
/// indices are computed before `nest`.
void restrictLoops(mlir::scf::ForOp nest, llvm::ArrayRef<ParallelDim> dims,
                   mlir::Value thread, int64_t chunk);

/// Returns whether threads write disjoint elements: each store to an argument
/// other than the last one, the scratch, has at least `numDims` indices
/// computed from `thread`.
bool writesDisjoint(mlir::func::FuncOp kernel, mlir::Value thread,
                    unsigned numDims);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_PARALLELLOOPS_H
