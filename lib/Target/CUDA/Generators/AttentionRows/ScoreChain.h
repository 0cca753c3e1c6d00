// ScoreChain.h: a product of rows that come from another product
#ifndef SBP_LIB_TARGET_CUDA_SCORECHAIN_H
#define SBP_LIB_TARGET_CUDA_SCORECHAIN_H

#include "Generators/Product/MatmulForm.h"
#include "Generators/Rows/RowGroup.h"

namespace sbp::cuda {

/// Attention in parts: scores = A B, a row group on them, and a product of what
/// the group computes of each score with another factor. Both products may have
/// an epilogue; an absent one is null. The ops belong to the region and must
/// outlive the chain.
struct ScoreChain {
  mlir::linalg::GenericOp scores, scoresEpilogue;
  RowGroup rows;
  mlir::linalg::GenericOp product, productEpilogue;

  /// Returns the tensor that the row group reads.
  mlir::Value getScores() {
    return (scoresEpilogue ? scoresEpilogue : scores)->getResult(0);
  }
  /// Returns the left factor of the second product.
  mlir::Value getWeights() { return product.getDpsInputs()[0]; }
  /// Returns the result of the last op.
  mlir::Value getResult() {
    return (productEpilogue ? productEpilogue : product)->getResult(0);
  }
  /// Returns all ops in program order.
  llvm::SmallVector<mlir::Operation *> getOps() const;
  /// Returns true if `op` is one of the chain's ops.
  bool contains(mlir::Operation *op) const;
};

/// Returns the chain that begins with `scores`, or nothing if it is no marked
/// contraction or begins none. The ops need not be neighbours, but nothing
/// between them depends on them.
std::optional<ScoreChain> findScoreChain(mlir::linalg::GenericOp scores);
/// Moves the ops of each chain before its last one, so that they are
/// neighbours.
void gatherScoreChains(mlir::func::FuncOp region);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_SCORECHAIN_H
