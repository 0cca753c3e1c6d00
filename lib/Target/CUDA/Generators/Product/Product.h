// Product.h: products and their epilogues
#ifndef SBP_LIB_TARGET_CUDA_PRODUCT_H
#define SBP_LIB_TARGET_CUDA_PRODUCT_H

#include "KernelBuilder.h"

namespace sbp::cuda {

/// Returns the elementwise op that alone reads the product's result and can be
/// computed before the result is stored. Returns null if there is none.
mlir::linalg::GenericOp findEpilogue(mlir::linalg::GenericOp product);
/// Returns the product that `epilogue` is fused with, the later one of two.
/// Returns null if there is none.
mlir::linalg::GenericOp findProduct(mlir::linalg::GenericOp epilogue);
/// Returns whether `op` is a product that is computed at the position of its
/// epilogue.
bool isDeferredToEpilogue(mlir::linalg::GenericOp op);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_PRODUCT_H
