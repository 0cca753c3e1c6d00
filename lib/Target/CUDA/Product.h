//===- Product.h - products, and what is done on their results --*- C++ -*-===//
#ifndef SBP_LIB_TARGET_CUDA_PRODUCT_H
#define SBP_LIB_TARGET_CUDA_PRODUCT_H

#include "KernelBuilder.h"

namespace sbp::cuda {

/// The elementwise op that alone reads a product's result, if the product's
/// kernel can do it on the way.
mlir::linalg::GenericOp findLast(mlir::linalg::GenericOp product);

/// One kernel for the product and, where it is not null, what findLast gave.
mlir::LogicalResult buildProduct(LaunchPlan &plan, mlir::linalg::GenericOp op,
                                 mlir::linalg::GenericOp last);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_PRODUCT_H
