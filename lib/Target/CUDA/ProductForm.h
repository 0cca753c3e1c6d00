// ProductForm.h: a contraction as a product of matrices
//
// C[m, n] += sum over k of A[m, k] B[k, n], for each of a batch, where m, n, k
// and the batch are nests of the op's loops: those that index A and C, B and C,
// A and B, all three. Maps are linear, so that convolutions are products too.
#ifndef SBP_LIB_TARGET_CUDA_PRODUCTFORM_H
#define SBP_LIB_TARGET_CUDA_PRODUCTFORM_H

#include "Product.h"

namespace sbp::cuda {

/// Some of a contraction's loops as one.
struct Nest {
  llvm::SmallVector<unsigned> loops;
  llvm::SmallVector<int64_t> extents;
  int64_t size = 1;
  void add(unsigned loop, int64_t extent) {
    loops.push_back(loop);
    extents.push_back(extent);
    size *= extent;
  }
};

struct ProductForm {
  /// `last` is done on the result, which nothing else reads; it may be null.
  ProductForm(mlir::linalg::GenericOp op, mlir::linalg::GenericOp last);
  /// Fills in what is below; fails where the op has no such form.
  mlir::LogicalResult analyse();

  /// How many neighbours in `nest`, from a multiple of it on, are one access:
  /// as many as a thread has, or one.
  int64_t getRun(const Access &access, const Nest &nest) const;
  /// Whether neighbours in `nest` lie side by side in the operand.
  bool isInnermost(const Access &access, const Nest &nest) const;

  static constexpr int64_t kRun = 4;

  mlir::linalg::GenericOp op, last;
  mlir::Type type;              ///< of the sums
  bool isMarked;                ///< of floats; else its body says what it adds
  mlir::linalg::GenericOp fill; ///< what the init is, if it lies nowhere
  bool readsInit;
  std::array<Access, 3> access;
  Nest m, n, k, batch;
  llvm::SmallVector<Access> lastAccess;  ///< of last's, in loops of the product
  llvm::SmallVector<unsigned> lastLoops; ///< the product's that its own are

private:
  mlir::LogicalResult analyseLast();
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_PRODUCTFORM_H
