// RowProducts.h: sums of products, as importers write them
#ifndef SBP_LIB_TRANSFORMS_IMPORT_ROWPRODUCTS_H
#define SBP_LIB_TRANSFORMS_IMPORT_ROWPRODUCTS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sbp {

/// A loop for each dim of a tensor.
using Loops = llvm::SmallVector<int64_t>;

/// result[..] = sum of products of one or two inputs, each read at loops of its
/// own; from zero.
struct Product {
  mlir::linalg::LinalgOp op;
  llvm::SmallVector<mlir::Value> inputs;
  llvm::SmallVector<Loops> loops;
  Loops result;
};

/// `op` alone.
std::optional<Product> matchProduct(mlir::Operation *op);

/// `op`, or, where it only multiplies and its one reader only sums, both: the
/// `op` of the product is that reader.
std::optional<Product> matchSummedProduct(mlir::Operation *op);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_IMPORT_ROWPRODUCTS_H
