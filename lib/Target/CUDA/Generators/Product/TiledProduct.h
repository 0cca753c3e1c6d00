// TiledProduct.h: a block's tile of a product on CUDA cores
#ifndef SBP_LIB_TARGET_CUDA_TILEDPRODUCT_H
#define SBP_LIB_TARGET_CUDA_TILEDPRODUCT_H

#include "MatmulKernel.h"

namespace sbp::cuda {

/// A product whose blocks of kThreads threads compute tiles of kTile x kTile,
/// 4 x 4 elements a thread, in slices of kBlockK that shared memory holds.
class TiledProduct : public MatmulKernel {
public:
  /// The pitch of a tile's rows in shared memory is padded by 4: stores down a
  /// column then hit different banks.
  static constexpr int64_t kTile = 64, kPitch = kTile + 4, kBlockK = 16,
                           kThreads = 256, kThreadTile = kVectorWidth;

protected:
  using MatmulKernel::MatmulKernel;
  /// The first row and column, in a tile, of a thread's elements.
  struct Place {
    mlir::Value row, column;
  };
  /// Returns the place of the thread that executes the code.
  Place getPlace();
  /// Allocates a slice of the tile of a factor in shared memory.
  /// `operand` is 0 for A or 1 for B; the result is a pointer.
  mlir::Value allocateSlice(unsigned operand);
  /// Returns the type of a slice's elements: that of the sums for floats, that
  /// of the factor for integers.
  mlir::Type getTileType(unsigned operand) const;
  void loadTileToShared(unsigned operand, const Nest &outer, mlir::Value first,
                        mlir::Value firstK, mlir::Value into);
  /// Returns the thread's 16 sums plus the products of one slice.
  llvm::SmallVector<mlir::Value>
  accumulateKSlice(mlir::Value tileA, mlir::Value tileB, mlir::Value row,
                   mlir::Value column, llvm::SmallVector<mlir::Value> sums);
  /// Emits the loop over k for the tile that begins at (firstM, firstN) and
  /// returns the sums of a thread.
  llvm::SmallVector<mlir::Value>
  accumulateTile(mlir::Value firstM, mlir::Value firstN, const Place &place,
                 mlir::Value tileA, mlir::Value tileB);
  /// Emits the stores of a thread's sums, whose first element of the product is
  /// (firstM, firstN); those beyond the edges are skipped.
  void storeTile(mlir::ValueRange sums, mlir::Value firstM, mlir::Value firstN);

private:
  void copyVectorToShared(
      unsigned operand, const Nest &outer, mlir::Value rowIndex,
      mlir::Value kIndex, int64_t width,
      llvm::function_ref<void(llvm::ArrayRef<mlir::Value>)> store);
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_TILEDPRODUCT_H
