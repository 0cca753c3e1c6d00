// Product.h: products, and what is done on their results
#ifndef SBP_LIB_TARGET_CUDA_PRODUCT_H
#define SBP_LIB_TARGET_CUDA_PRODUCT_H

#include "KernelBuilder.h"

namespace sbp::cuda {

/// The elementwise op that alone reads a product's result, if the product's
/// kernel can do it on the way.
mlir::linalg::GenericOp findLast(mlir::linalg::GenericOp product);
/// The product that is made together with `last`, if there is one: the later of
/// two.
mlir::linalg::GenericOp findProduct(mlir::linalg::GenericOp last);
/// Whether a product is made where the op is that is done on its result.
bool waitsForLast(mlir::linalg::GenericOp op);

/// One kernel for the product and, where it is not null, what findLast gave.
mlir::LogicalResult buildProduct(LaunchPlan &plan, mlir::linalg::GenericOp op,
                                 mlir::linalg::GenericOp last);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_PRODUCT_H
