// ReadViews.h: ops that read through slices and transposes
#ifndef SBP_LIB_TARGET_CUDA_READVIEWS_H
#define SBP_LIB_TARGET_CUDA_READVIEWS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sbp::cuda {

/// Returns whether `op` is a generic on tensors without reduction loops.
bool isParallel(mlir::Operation *op);

/// An input of a generic: iteration i reads element `map`(i) of `tensor`.
struct Read {
  mlir::Value tensor;
  mlir::AffineMap map;
  mlir::RankedTensorType getType() const {
    return mlir::cast<mlir::RankedTensorType>(tensor.getType());
  }
};

/// Builds reads in loops of the extents `extents`, at the position of
/// `builder`. All arguments must outlive it.
class ReadBuilder {
public:
  ReadBuilder(mlir::OpBuilder &builder, mlir::Location loc,
              llvm::ArrayRef<int64_t> extents)
      : builder(builder), loc(loc), extents(extents) {}

  /// Reshapes the tensor of a read so that each index that is a loop runs over
  /// a whole dim: a row of which the loop covers a part is split into parts.
  /// With `pieces`, a row may be indexed by two loops: `pieces` over its pieces
  /// and the next one inside of a piece. Returns nothing if parts are not
  /// equal.
  std::optional<Read> build(Read read, std::optional<unsigned> pieces = {});
  /// Builds `read` from after slices and transposes that keep rows contiguous,
  /// if their sources can be read so, else as it is.
  std::optional<Read> followViews(Read read,
                                  std::optional<unsigned> pieces = {});

private:
  /// One dim of a tensor, and the dims that it is split into.
  struct SplitDim {
    llvm::SmallVector<int64_t, 2> sizes;
    llvm::SmallVector<mlir::AffineExpr, 2> exprs;
  };
  std::optional<SplitDim> splitDim(mlir::AffineExpr expr, int64_t size,
                                   std::optional<unsigned> pieces);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  llvm::ArrayRef<int64_t> extents;
};

/// Lets the elementwise ops that compute `values`, and nothing else, read
/// through views. The copies that the views would need are saved.
void readThroughViews(llvm::ArrayRef<mlir::Value> values,
                      mlir::IRRewriter &rewriter);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_READVIEWS_H
