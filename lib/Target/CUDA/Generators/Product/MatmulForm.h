// MatmulForm.h: a contraction as a batched matrix product
//
// C[b, m, n] += sum over k of A[b, m, k] B[b, k, n], where m, n, k and b are
// nests of the op's loops: those that index A and C, B and C, A and B, and all
// three. Indexing maps need only be linear, so convolutions have this form too.
#ifndef SBP_LIB_TARGET_CUDA_MATMULFORM_H
#define SBP_LIB_TARGET_CUDA_MATMULFORM_H

#include "Product.h"

namespace sbp::cuda {

/// Several loops of a contraction as one, the last one fastest.
struct Nest {
  llvm::SmallVector<unsigned> loops;
  llvm::SmallVector<int64_t> extents;
  int64_t size = 1;
  /// Adds a loop of the op, by its number, as the fastest one.
  void add(unsigned loop, int64_t extent) {
    loops.push_back(loop);
    extents.push_back(extent);
    size *= extent;
  }
};

/// Returns the terms of `access` of the loops of `nest` at a linear index, in
/// elements, without the access's constant.
mlir::Value getNestOffset(KernelBuilder &builder, const Access &access,
                          const Nest &nest, mlir::Value index);

/// The matrix form of one contraction. The members below `op` are valid after
/// analyse() has succeeded.
struct MatmulForm {
  static constexpr int64_t kVectorWidth = 4;

  /// Describes `op` and its epilogue, which may be null. Both must outlive the
  /// form.
  MatmulForm(mlir::linalg::GenericOp op, mlir::linalg::GenericOp epilogue);
  /// Computes the form, once. Fails, without a diagnostic, if the op has none:
  /// an access is not linear, the result is no projected permutation of the
  /// loops, or the epilogue does not map to it one to one.
  mlir::LogicalResult analyse();

  /// Computes the form of a product on tensor cores, once, like analyse().
  /// Fails as well where the op is no marked product in f32 of two factors of
  /// one type, which is f32 or else bf16 or f16, or an extent is 0.
  mlir::LogicalResult analyseForTensorCores(bool isFloat32 = false);
  /// Computes the form of a product on tensor cores of factors of i8, whose
  /// signed products are summed in i32, once. Fails for all others.
  mlir::LogicalResult analyseForIntegers();

  /// Returns the elements of one access along `nest`: `width` if aligned groups
  /// of that many are contiguous, else 1.
  int64_t getVectorWidth(const Access &access, const Nest &nest,
                         int64_t width = kVectorWidth) const;
  /// Returns whether consecutive indices of `nest` are adjacent in memory.
  bool isInnermost(const Access &access, const Nest &nest) const;

  mlir::linalg::GenericOp op, epilogue;
  /// Another product with the same A and the same loops, whose result the
  /// epilogue reads as well; null for most forms. Set before analyse().
  mlir::linalg::GenericOp partner;
  mlir::Type type; ///< of the accumulator
  bool isMarked;   ///< a float contraction; otherwise the body defines the sum
  mlir::linalg::GenericOp
      fill;       ///< defines the initial value; null if there is none
  bool readsInit; ///< whether sums are added to elements of the init in memory
  std::array<Access, 3> access; ///< of A, B and C
  Access partnerAccess;         ///< of the partner's B
  Nest m, n, k, batch;
  llvm::SmallVector<Access>
      epilogueAccess; ///< of its operands, in loops of the product
  llvm::SmallVector<unsigned>
      epilogueLoops; ///< the product's loop for each of its own

private:
  mlir::LogicalResult analyseEpilogue();
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_MATMULFORM_H
