// RowProducts.h: sums of products, as importers write them
#ifndef SBP_LIB_TRANSFORMS_IMPORT_ROWPRODUCTS_H
#define SBP_LIB_TRANSFORMS_IMPORT_ROWPRODUCTS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sbp {

/// A loop for each dim of a tensor.
using Loops = llvm::SmallVector<int64_t>;

/// A constant that scales each term of a sum.
struct ScaleFactor {
  enum class Kind { Multiply, Divide, Negate };
  Kind kind;
  mlir::FloatAttr constant; ///< null where the term is negated
};

/// result[..] = sum of products of one or two inputs, each read at loops of its
/// own; from zero. Each product is scaled by all `factors`, in their order.
struct Product {
  mlir::linalg::LinalgOp op;
  llvm::SmallVector<mlir::Value> inputs;
  llvm::SmallVector<Loops> loops;
  Loops result;
  llvm::SmallVector<ScaleFactor> factors;
};

/// `op` alone. With `foldsSplats` an input that has one constant everywhere is
/// a factor, not an input.
std::optional<Product> matchProduct(mlir::Operation *op,
                                    bool foldsSplats = false);

/// `op`, or, where it only multiplies and its one reader only sums, both: the
/// `op` of the product is that reader.
std::optional<Product> matchSummedProduct(mlir::Operation *op);

/// Builds `value` scaled by all `factors`, one after the other. Elements of f16
/// become f32: the factor that the product of two of them can bear may be more
/// than one alone can.
mlir::Value buildScaled(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value value, llvm::ArrayRef<ScaleFactor> factors);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_IMPORT_ROWPRODUCTS_H
