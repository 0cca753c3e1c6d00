// SlicedProducts.h: products of which only slices are read
#ifndef SBP_LIB_TARGET_CUDA_SLICEDPRODUCTS_H
#define SBP_LIB_TARGET_CUDA_SLICEDPRODUCTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sbp::cuda {

/// Replaces a product of which only a few slices along one dim are read, such
/// as query, key and value by one weight, by a product for each slice, where
/// the slices of the weight are contiguous. Elementwise ops and reshapes
/// between the product and the slices are sliced as well. Must follow
/// region::normalizeRegion and precede the marking of contractions; never
/// fails.
mlir::LogicalResult sliceProducts(mlir::func::FuncOp region);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_SLICEDPRODUCTS_H
