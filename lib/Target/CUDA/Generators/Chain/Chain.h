// Chain.h: consecutive steps on few elements, as one kernel computes them
#ifndef SBP_LIB_TARGET_CUDA_CHAIN_H
#define SBP_LIB_TARGET_CUDA_CHAIN_H

#include "Choice/Generator.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SetVector.h"

namespace sbp::cuda {

/// Consecutive generics on tensors whose elements a block has threads for. They
/// read each other's results directly or through views.
class Chain {
public:
  /// Returns the longest chain that `window` begins with.
  static Chain find(Window window);
  /// Appends `op` and returns true; changes nothing and returns false if `op`
  /// is no step that one block may compute after the others.
  bool join(mlir::Operation *op);
  /// Returns whether enough steps share the launch.
  bool isLong() const { return steps.size() >= kMinSteps; }
  /// Returns the predicted duration in seconds.
  double predictSeconds(const Chip &chip) const;

  /// Returns the result of a step that `tensor` is, or is a view of; null for
  /// others.
  mlir::OpResult findResult(mlir::Value tensor) const;
  /// Returns whether a scalar that `op` or a fill that it reads is made of is
  /// an element of a step's result.
  bool isGathered(mlir::Operation *op) const;
  /// Returns whether a later step, or an op that is no step, reads `result` or
  /// a view of it.
  bool isReadInside(mlir::Value result) const;
  bool isReadOutside(mlir::Value result) const;
  /// Returns the tensors that steps read from memory, without repetitions;
  /// views as they are.
  llvm::SmallVector<mlir::Value> getInputs() const;

  llvm::SmallVector<mlir::linalg::GenericOp> steps;
  int64_t threads = 32; ///< of the block, a multiple of a warp's

private:
  /// Returns whether an op that `isReader` accepts reads `tensor` or a view of
  /// it.
  bool isReadBy(mlir::Value tensor,
                llvm::function_ref<bool(mlir::Operation *)> isReader) const;

  static constexpr size_t kMinSteps = 4, kMaxSteps = 128;
  /// Limits on the elements of a result, the terms of an element, and the bytes
  /// of all results together.
  static constexpr int64_t kMaxElements = 256, kMaxTerms = 16,
                           kMaxBytes = 32768;

  /// Adds the tensors that `step` reads from memory.
  void addInputs(mlir::linalg::GenericOp step,
                 llvm::SetVector<mlir::Value> &inputs) const;

  int64_t bytes = 0; ///< of all results
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_CHAIN_H
