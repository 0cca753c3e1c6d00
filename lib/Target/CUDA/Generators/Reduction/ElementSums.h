// ElementSums.h: the reduction loops of one element of a result
#ifndef SBP_LIB_TARGET_CUDA_ELEMENTSUMS_H
#define SBP_LIB_TARGET_CUDA_ELEMENTSUMS_H

#include "Kernel/KernelBuilder.h"

namespace sbp::cuda {

/// The loops of a generic, seen from one element of its results.
struct ElementLoops {
  explicit ElementLoops(mlir::linalg::GenericOp op);

  llvm::SmallVector<unsigned> reduced; ///< reduction loops, in their order
  llvm::SmallVector<int64_t>
      resultExtents;               ///< extents of all loops, 1 for reductions
  int64_t elements = 1, terms = 1; ///< of the results, and of one element
};

/// Returns whether a kernel of `op` needs the values of `init`: a contraction
/// may start from zero although its body adds to the init.
bool startsFrom(mlir::linalg::GenericOp op, mlir::OpOperand &init);

/// Returns the element of an operand in the iteration of these loops.
using LoadElement = llvm::function_ref<mlir::Value(
    mlir::OpOperand &, llvm::ArrayRef<mlir::Value>)>;
/// Receives the values that the body yields in an iteration.
using VisitIteration = llvm::function_ref<void(llvm::ArrayRef<mlir::Value>,
                                               llvm::ArrayRef<mlir::Value>)>;

/// Emits the reduction loops of `op` in their order, from the initial values
/// on, and returns the element's results. `loops` has the indices of the other
/// loops. An element of an init that a fill makes is not loaded, nor is one of
/// an operand that the body does not read. `visit` is called inside of all
/// loops.
llvm::SmallVector<mlir::Value> sumElement(KernelBuilder &kernel,
                                          mlir::linalg::GenericOp op,
                                          llvm::SmallVector<mlir::Value> loops,
                                          LoadElement load,
                                          VisitIteration visit);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_ELEMENTSUMS_H
