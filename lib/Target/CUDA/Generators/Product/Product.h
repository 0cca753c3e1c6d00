// Product.h: products and their epilogues
#ifndef SBP_LIB_TARGET_CUDA_PRODUCT_H
#define SBP_LIB_TARGET_CUDA_PRODUCT_H

#include "Kernel/KernelBuilder.h"

namespace sbp::cuda {

/// Returns whether `op` is a matrix product of integers: a sum of products of
/// its two inputs, both of which are reused.
bool isIntegerProduct(mlir::linalg::GenericOp op);
/// Returns the elementwise op in the block of `product` that alone reads its
/// result and can be computed before the result is stored: all accesses are
/// linear, and elements of both results map one to one. Returns null if there
/// is none. `product` is a contraction or an integer product.
mlir::linalg::GenericOp findEpilogue(mlir::linalg::GenericOp product);
/// Returns the product that `epilogue` is fused with, the later one of two.
/// Returns null if there is none.
mlir::linalg::GenericOp findProduct(mlir::linalg::GenericOp epilogue);
/// Returns whether `op`, any generic, is a product that is computed at the
/// position of its epilogue.
bool isDeferredToEpilogue(mlir::linalg::GenericOp op);

/// Two products with the same A and the same loops, whose results one
/// elementwise op alone reads, as in the gated perceptron silu(x W) * (x V).
struct ProductPair {
  mlir::linalg::GenericOp first, second; ///< contractions without initial sums
  mlir::linalg::GenericOp epilogue;      ///< that findProduct joins to `second`

  /// Returns the pair whose earlier product is `first`, any generic, or nothing
  /// if there is none.
  static std::optional<ProductPair> find(mlir::linalg::GenericOp first);
  /// Returns all three ops in program order.
  llvm::SmallVector<mlir::Operation *> getOps() const {
    return {first, second, epilogue};
  }
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_PRODUCT_H
