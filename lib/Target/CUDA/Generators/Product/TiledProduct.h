// TiledProduct.h: a block's tile of a product on CUDA cores
#ifndef SBP_LIB_TARGET_CUDA_TILEDPRODUCT_H
#define SBP_LIB_TARGET_CUDA_TILEDPRODUCT_H

#include "MatmulKernel.h"

namespace sbp::cuda {

/// The tile of a block, rows and columns, and the k of a slice.
struct TileShape {
  int64_t tile = 64, blockK = 16;

  /// The pitch of a tile's rows in shared memory is padded by 4: stores down a
  /// column then hit different banks.
  constexpr int64_t getPitch() const { return tile + 4; }
  /// Returns the threads of a block, each of which computes 4 x 4 elements.
  constexpr int64_t countThreads() const { return tile * tile / 16; }
};

/// A product whose blocks compute tiles, 4 x 4 elements a thread, in slices of
/// k that shared memory holds.
class TiledProduct : public MatmulKernel {
public:
  /// Elements of a thread along both dimensions, and the k that code holds
  /// without a loop.
  static constexpr int64_t kThreadTile = kVectorWidth, kUnrolledK = 16;

protected:
  using MatmulKernel::MatmulKernel;
  TiledProduct(mlir::linalg::GenericOp op, mlir::linalg::GenericOp epilogue,
               TileShape shape)
      : MatmulKernel(op, epilogue), shape(shape) {}
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
  /// Loads the thread's part of a slice, zeros beyond the edges, as elements of
  /// the factor.
  llvm::SmallVector<mlir::Value> loadSlice(unsigned operand, const Nest &outer,
                                           mlir::Value first,
                                           mlir::Value firstK);
  /// Stores what loadSlice returned to the slice `into` of shared memory.
  void storeSlice(unsigned operand, const Nest &outer, mlir::ValueRange values,
                  mlir::Value into);
  /// Returns the thread's 16 sums plus the products of one slice.
  llvm::SmallVector<mlir::Value>
  accumulateKSlice(mlir::Value tileA, mlir::Value tileB, mlir::Value row,
                   mlir::Value column, llvm::SmallVector<mlir::Value> sums);
  /// Emits the loop over k for the tile that begins at (firstM, firstN) and
  /// returns the sums of a thread. The next slice is loaded while one is
  /// multiplied. Where it is not the only tile of a block (`isOnly`), the code
  /// ends with a barrier.
  llvm::SmallVector<mlir::Value>
  accumulateTile(mlir::Value firstM, mlir::Value firstN, const Place &place,
                 mlir::Value tileA, mlir::Value tileB, bool isOnly);
  /// Emits the stores of a thread's sums, whose first element of the product is
  /// (firstM, firstN); those beyond the edges are skipped.
  void storeTile(mlir::ValueRange sums, mlir::Value firstM, mlir::Value firstN);

  TileShape shape;

private:
  /// Vectors of a slice: how they lie in memory, and their number a thread.
  struct SliceVectors {
    bool isAlongK;
    int64_t width, count;
  };
  SliceVectors getVectors(unsigned operand, const Nest &outer);
  /// Returns row and k of the thread's vector number `i`, in the slice.
  std::pair<mlir::Value, mlir::Value>
  getVectorPlace(const SliceVectors &vectors, int64_t i);
  llvm::SmallVector<mlir::Value>
  accumulateSteps(mlir::Value tileA, mlir::Value tileB, mlir::Value row,
                  mlir::Value column, llvm::SmallVector<mlir::Value> sums);
  llvm::SmallVector<mlir::Value>
  loadVectorInside(unsigned operand, const Nest &outer, mlir::Value rowIndex,
                   mlir::Value kIndex, int64_t width);
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_TILEDPRODUCT_H
