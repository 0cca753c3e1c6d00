// MatmulKernel.h: the common parts of all kernels of matrix products
#ifndef SBP_LIB_TARGET_CUDA_MATMULKERNEL_H
#define SBP_LIB_TARGET_CUDA_MATMULKERNEL_H

#include "MatmulForm.h"

namespace sbp::cuda {

/// A kernel of a product while it is built: its operands, and the steps between
/// the sums and the stores. Indices atM, atN and batchId are linear, in the
/// nests of those names, and of the offset type. Requires a successful
/// analyse(); what emits code also requires `kernel` and `batchId`.
class MatmulKernel : public MatmulForm {
public:
  virtual ~MatmulKernel() = default;

protected:
  using MatmulForm::MatmulForm;
  /// A nest of loops at a linear index.
  using NestIndex = std::pair<const Nest *, mlir::Value>;

  /// Returns all tensors that the kernel accesses.
  llvm::SmallVector<mlir::Value> getTensors();
  /// Returns these tensors without the factors.
  llvm::SmallVector<mlir::Value> getEpilogueTensors();
  /// Returns the offset of the element at which the nests have these indices.
  mlir::Value offset(const Access &access, llvm::ArrayRef<NestIndex> indices);
  /// Returns the access by which results are stored.
  const Access &getTarget() const {
    return epilogue ? epilogueAccess.back() : access[2];
  }
  /// Returns the elements of an operand of the epilogue that belong to the
  /// `width` results from (atM, atN) on, consecutive along n.
  virtual llvm::SmallVector<mlir::Value>
  loadEpilogueOperand(mlir::OpOperand &operand, mlir::Value atM,
                      mlir::Value atN, int64_t width);
  /// Returns whether `tensor` is the result of the product or of its partner.
  bool isProduct(mlir::Value tensor);
  /// Returns the bytes that the kernel reads and writes at least, those of the
  /// partner's B left out.
  double countBytes();
  /// Returns whether the result has 2 bytes, whose rounding is coarser than the
  /// errors of approximate functions.
  bool hidesApproximations();
  /// Returns the tensor that the kernel writes.
  mlir::Value getResult() { return (epilogue ? epilogue : op)->getResult(0); }
  /// Adds the initial values to sums that begin at (atM, atN) and are
  /// consecutive along n, and applies the epilogue. The sums of the partner
  /// follow those of the product.
  llvm::SmallVector<mlir::Value>
  finishResults(llvm::SmallVector<mlir::Value> sums, mlir::Value atM,
                mlir::Value atN);
  /// Finishes these sums and stores them.
  void storeResults(llvm::SmallVector<mlir::Value> sums, mlir::Value atM,
                    mlir::Value atN);
  /// Returns an i1 that is true where an element of the result exists.
  mlir::Value isInside(mlir::Value atM, mlir::Value atN);
  /// Emits the stores of a lane's sums as tensor cores leave them: number 4 j +
  /// 2 h + e is row `row` + 8 h, column `column` + 8 j + e, for `groups` of j;
  /// both are i32. `getSums(first, count)` returns some, those of a partner
  /// after them. Sums of the transposed product are exchanged. Unless
  /// `isWhole`, those beyond the edges are skipped.
  void storeFragments(
      mlir::Value row, mlir::Value column, int64_t groups, bool isWhole,
      llvm::function_ref<llvm::SmallVector<mlir::Value>(int64_t, int64_t)>
          getSums,
      bool isTransposed = false);

  std::optional<KernelBuilder> kernel; ///< set by the derived class
  mlir::Value batchId;                 ///< of the product of this block

private:
  /// Applies the epilogue to a vector of results that begins at (atM, atN).
  llvm::SmallVector<mlir::Value>
  applyEpilogue(const llvm::SmallVector<mlir::Value> &values, mlir::Value atM,
                mlir::Value atN);
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_MATMULKERNEL_H
