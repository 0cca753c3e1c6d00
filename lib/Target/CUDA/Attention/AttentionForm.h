// AttentionForm.h: the sizes of an attention on tensor cores, and its maps
#ifndef SBP_LIB_TARGET_CUDA_ATTENTIONFORM_H
#define SBP_LIB_TARGET_CUDA_ATTENTIONFORM_H

#include "Kernel/KernelBuilder.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"

namespace sbp::cuda {

/// Elements of 2 bytes in a row of a tile, which has 128 bytes.
inline constexpr int64_t kBlockColumns = 64;
/// Rows that a warpgroup multiplies.
inline constexpr int64_t kGroupRows = 64;

/// The parts of nn.attention and its gradient that their kernels read. `width`
/// is that of query and key, `valueWidth` that of value; tiles have a multiple
/// of 64 columns, and those beyond a tensor are zeros.
struct AttentionForm {
  /// Return the form of `op`, which must outlive it. Return nothing if the
  /// elements are neither bf16 nor f16, an extent is 0 or too large for 32-bit
  /// positions, or a width is beyond 128 or no multiple of 8.
  static std::optional<AttentionForm> find(nn::AttentionOp op);
  static std::optional<AttentionForm> find(nn::AttentionGradientOp op);

  /// Return the blocks of 64 columns of a tile of keys, and of values.
  int64_t countWidthBlocks() const;
  int64_t countValueBlocks() const;
  /// Returns the map of a tensor batch x heads x positions x width, whose boxes
  /// are `rows` positions of 64 columns.
  static TensorMapShape getMap(llvm::ArrayRef<int64_t> shape, int64_t rows);
  /// Makes the single queries of the heads that share a key head the queries of
  /// one head, as which they lie in memory. Does nothing where there are
  /// several queries, a mask, or heads of a piece.
  void packHeads();
  /// Returns the form of the transposed scores, whose rows belong to keys and
  /// whose columns to queries: `queries` is the number of keys and `keys` that
  /// of queries, and window and offset are those of a key.
  AttentionForm transpose() const;
  /// Whether scores are multiplied by the scale after their maximum is known.
  bool scalesLate() const { return !mask && scale > 0; }

  mlir::Type element; ///< of query, key and value: bf16 or f16
  int64_t batch = 0, heads = 0, groups = 0, queries = 0, keys = 0, width = 0,
          valueWidth = 0, sharedHeads = 1;
  double scale = 1;
  std::optional<nn::KeyWindow> window; ///< none where queries see all keys
  bool isPacked = false;         ///< all queries of a head stand at position 0
  bool isTransposed = false;     ///< by transpose()
  bool skipsHidden = false;      ///< keys outside of the window are not read
  mlir::Value mask;              ///< or null
  std::optional<int64_t> offset; ///< of query 0 to key 0, if it is constant
  /// Scalars of the region, or null: the operands of the same names.
  mlir::Value firstHead, firstQuery, firstKey;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_ATTENTIONFORM_H
