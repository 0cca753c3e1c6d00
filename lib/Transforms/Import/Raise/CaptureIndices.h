// CaptureIndices.h: the indices at which a captured tensor is read
#ifndef SBP_TRANSFORMS_IMPORT_CAPTUREINDICES_H
#define SBP_TRANSFORMS_IMPORT_CAPTUREINDICES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace sbp {

/// Indices as a tensor over some loops of the op that reads them.
struct IndexTensor {
  mlir::Value value; ///< a tensor of integers
  /// Per dim of `value`, the loop of the op that it follows, or the constant 0.
  llvm::SmallVector<mlir::AffineExpr> dims;
};

/// Returns the values of `index`, which an op of the body of `op` makes: an
/// input, if that op casts its element, else an elementwise op of i64, built at
/// the insertion point, over the loops that it mentions. Fails without a
/// diagnostic, and builds nothing, where it depends on an init, another
/// tensor.extract or an op with regions.
llvm::FailureOr<IndexTensor> getIndices(mlir::OpBuilder &builder,
                                        mlir::linalg::GenericOp op,
                                        mlir::Value index);

/// Builds one position in the dims `[axis, axis + count)` of a tensor of
/// `shape` when they are one, from the extract's positions in each, which are
/// moved into their dim where they lie outside. Ops are built before
/// `extract`. `count` is at least 1.
mlir::Value flattenIndices(mlir::tensor::ExtractOp extract,
                           llvm::ArrayRef<int64_t> shape, int64_t axis,
                           int64_t count);

} // namespace sbp

#endif // SBP_TRANSFORMS_IMPORT_CAPTUREINDICES_H
