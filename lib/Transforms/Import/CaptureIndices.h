// CaptureIndices.h: the indices at which a captured tensor is read
#ifndef SBP_TRANSFORMS_IMPORT_CAPTUREINDICES_H
#define SBP_TRANSFORMS_IMPORT_CAPTUREINDICES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace sbp {

/// Indices as a tensor over some loops of the op that reads them.
struct IndexTensor {
  mlir::Value value;
  llvm::SmallVector<mlir::AffineExpr> dims;
};

/// The values of `index`, a scalar in the body of `op`: an input where it is
/// one, else an elementwise op in front of `op` over the loops it mentions.
/// Failure where it depends on anything but inputs, constants and loops.
llvm::FailureOr<IndexTensor> getIndices(mlir::OpBuilder &builder,
                                        mlir::linalg::GenericOp op,
                                        mlir::Value index);

/// One position in the dims `[axis, axis + count)` of a tensor of `shape` when
/// they are one, from the extract's positions in each.
mlir::Value flattenIndices(mlir::tensor::ExtractOp extract,
                           llvm::ArrayRef<int64_t> shape, int64_t axis,
                           int64_t count);

} // namespace sbp

#endif // SBP_TRANSFORMS_IMPORT_CAPTUREINDICES_H
