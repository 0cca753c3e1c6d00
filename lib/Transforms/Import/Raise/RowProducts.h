// RowProducts.h: sums of products, as importers write them
#ifndef SBP_LIB_TRANSFORMS_IMPORT_ROWPRODUCTS_H
#define SBP_LIB_TRANSFORMS_IMPORT_ROWPRODUCTS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sbp {

/// The number of a loop for each dim of a tensor.
using Loops = llvm::SmallVector<int64_t>;

/// A finite constant, not zero, that scales each term of a sum; or a negation.
struct ScaleFactor {
  /// The effect on a term: term * constant, term / constant, or -term.
  enum class Kind { Multiply, Divide, Negate };
  Kind kind;
  mlir::FloatAttr constant; ///< null where the term is negated
};

/// result[..] = sum of products of one or two inputs, each read at loops of its
/// own; from zero. Each product is scaled by all `factors`, in their order.
struct Product {
  mlir::linalg::LinalgOp op;             ///< makes the result
  llvm::SmallVector<mlir::Value> inputs; ///< one or two tensors
  llvm::SmallVector<Loops>
      loops; ///< by input; loops of the same op as `result`
  Loops result;
  llvm::SmallVector<ScaleFactor> factors; ///< empty where nothing is scaled
};

/// Returns the number that `factors` scale a term by.
double getScale(llvm::ArrayRef<ScaleFactor> factors);

/// Matches `op` alone, which may be null. Nullopt unless it is a linalg op on
/// tensors of one float type with one result, whose body multiplies one or two
/// inputs, each once and read at loops, and constants, and sums from zero if it
/// has reduction loops. With `foldsSplats` an input that has one constant
/// everywhere is a factor, not an input. With `widens` the body may widen all
/// its inputs, of one type, to f32. An expansion by unit dims stands for its
/// source. Changes nothing.
std::optional<Product> matchProduct(mlir::Operation *op,
                                    bool foldsSplats = false,
                                    bool widens = false);

/// Matches `op`, or, where it only multiplies two inputs and its one reader
/// only sums, both: the `op` of the product is that reader. Nullopt where `op`
/// is no product.
std::optional<Product> matchSummedProduct(mlir::Operation *op);

/// Returns the source of an expansion by dimensions of size 1 that `map` reads
/// at 0, and the map that reads the source; both as they are for other values.
std::pair<mlir::Value, mlir::AffineMap> dropUnitDims(mlir::Value value,
                                                     mlir::AffineMap map);

/// Builds `value` scaled by all `factors`, one after the other. Elements of f16
/// become f32: the factor that the product of two of them can bear may be more
/// than one alone can. Returns `value` itself for no factors.
mlir::Value buildScaled(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value value, llvm::ArrayRef<ScaleFactor> factors);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_IMPORT_ROWPRODUCTS_H
