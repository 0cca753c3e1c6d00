// ScorePhases.h: the three phases of attention in parts
//
// One builder of a kernel is handed on from phase to phase: each owns it in
// `kernel` while it emits. The scores are float32 in shared memory, key by key:
// that of row r and key k of a block is element k * kPitch + r.
#ifndef SBP_LIB_TARGET_CUDA_SCOREPHASES_H
#define SBP_LIB_TARGET_CUDA_SCOREPHASES_H

#include "Generators/Product/TiledProduct.h"
#include "Generators/Rows/RegisterRows.h"
#include "ScoreChain.h"

namespace sbp::cuda {

namespace attention_rows {
inline constexpr TileShape kShape;
/// Rows of a block and columns of a tile, the distance of keys in shared
/// memory, the length of a slice of k, and the threads of a block and a warp.
inline constexpr int64_t kTile = kShape.tile, kPitch = kShape.getPitch(),
                         kBlockK = kShape.blockK,
                         kThreads = kShape.countThreads(), kWarp = 32;
} // namespace attention_rows

/// Buffers in shared memory with a value for each row of a block, by the op's
/// result that they hold.
using HeldRows = llvm::MapVector<mlir::Value, mlir::Value>;

/// The first phase: tiles of the product that makes the scores.
class ScoreTiles : public TiledProduct {
public:
  using MatmulKernel::batchId, MatmulKernel::kernel;
  using TiledProduct::allocateSlice, TiledProduct::getTensors;
  using TiledProduct::TiledProduct;
  /// Emits the tile of rows from `firstM` and columns from `firstN` on, into
  /// `scores`. The slices are those of allocateSlice. Rows beyond the last one,
  /// and columns that fill the last slice of the third phase, become zero.
  void emit(mlir::Value firstM, mlir::Value firstN, mlir::Value tileA,
            mlir::Value tileB, mlir::Value scores);
};

/// The second phase: the row group between the products, a row a warp.
class ScoreRows : public RegisterRows {
public:
  /// Results that the second product alone reads are not written to memory.
  ScoreRows(LaunchPlan &plan, ScoreChain &chain);
  using RowKernel::kernel, RowKernel::getTensors;
  /// Emits what follows for the lane that computes: its columns. Called once,
  /// before `emit`.
  void begin(mlir::Value lane);
  /// Emits the row group for row `local` of the block, which replaces the
  /// scores by the weights. `loops` is the row's position in the scores.
  void emit(mlir::Value local, mlir::Value thread,
            llvm::SmallVector<mlir::Value> loops, mlir::Value scores);
  /// Returns whether a result of the row group is written to memory.
  bool isWritten(mlir::Value result) const {
    return llvm::is_contained(written, result);
  }
  HeldRows held; ///< what `emit` stores for the third phase

private:
  ScoreChain &chain;
};

/// The third phase: tiles of the product of the weights, which lie where the
/// scores were, and the other factor.
class WeightTiles : public TiledProduct {
public:
  using MatmulKernel::batchId, MatmulKernel::kernel;
  using TiledProduct::TiledProduct, TiledProduct::getTensors;
  /// Emits the tile of the result of rows from `firstM` and columns from
  /// `firstN` on. `tileB` is a slice of the other factor.
  void emit(mlir::Value firstM, mlir::Value firstN, mlir::Value scores,
            mlir::Value tileB);
  HeldRows held; ///< values of rows that the epilogue reads

protected:
  llvm::SmallVector<mlir::Value> loadEpilogueOperand(mlir::OpOperand &operand,
                                                     mlir::Value atM,
                                                     mlir::Value atN,
                                                     int64_t width) override;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_SCOREPHASES_H
