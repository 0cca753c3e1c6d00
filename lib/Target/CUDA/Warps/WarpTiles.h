// WarpTiles.h: tiles of rows in shared memory, and the products of warps
#ifndef SBP_LIB_TARGET_CUDA_WARPTILES_H
#define SBP_LIB_TARGET_CUDA_WARPTILES_H

#include "Hopper/FragmentBuilder.h"
#include "Kernel/KernelBuilder.h"
#include "TensorCoreBuilder.h"

namespace sbp::cuda {

/// A tensor of sequences x positions x width with elements of 2 bytes, a width
/// that is a multiple of 8, and an address that is a multiple of 16. The tensor
/// is one of the kernel's.
struct RowSource {
  mlir::Value tensor;
  int64_t positions, width;
};

/// A ring of slots in shared memory, and the offsets in bytes, i32, of two of
/// them: the one that is read, and the last one of those that are ahead, which
/// is filled meanwhile.
struct SlotRing {
  struct Places {
    mlir::Value read, filled;
  };
  int64_t slots, slotBytes;

  /// Returns how many slots are ahead of the one that is read, and the bytes of
  /// all.
  int64_t countAhead() const { return slots - 1; }
  int64_t getBytes() const { return slots * slotBytes; }
  /// Return the places of the first slots, and those after `places`.
  Places begin(FragmentBuilder &h) const;
  Places advance(FragmentBuilder &h, const Places &places) const;
};

/// The tile that the rows of one product of a warp come from, which are its
/// operand A: 16 rows from `firstRow` on, an i32 that is a multiple of 16.
struct TileRows {
  mlir::Value tile; ///< pointer to shared memory
  mlir::Value firstRow;
  int64_t rows; ///< of the tile
};

/// Emits copies to tiles by all threads of a block, and products of tiles by
/// each of its warps. A tile has blocks of 64 columns, one after the other, and
/// a block rows of 128 bytes in chunks of 16; chunk c of row r lies at chunk
/// c ^ (r % 8), so neither copies nor loads of fragments have bank conflicts.
/// Sums are fragments of 16 rows, in the order of FragmentBuilder.
class WarpTiles {
public:
  /// `thread` is the number of the thread, an i32, of `threads` of the block, a
  /// multiple of 64. Emits what all copies and products share, at the insertion
  /// point. All references outlive the object.
  WarpTiles(KernelBuilder &kernel, FragmentBuilder &h, TensorCoreBuilder &core,
            mlir::Type element, mlir::Value thread, int64_t threads);

  /// Returns the bytes of a tile of `rows` rows of `width` columns.
  static int64_t getBytes(int64_t rows, int64_t width);
  /// Returns the columns of a product with tiles of `width` columns: whole
  /// pairs of the eight columns of an instruction.
  static int64_t countColumns(int64_t width);

  /// Begins to copy `rows` rows of `source` from position `first` of `sequence`
  /// on, both i32, to the tile at `to`. Rows after the last position and
  /// columns after the last are zeros. `rows` is a multiple of 64.
  void copy(const RowSource &source, mlir::Value sequence, mlir::Value first,
            mlir::Value to, int64_t rows);
  /// Returns the fragments of rows, four words for each 16 of `width` columns.
  Registers loadRows(const TileRows &rows, int64_t width);
  /// Returns A B^T for 16 rows whose fragments are `a`, and the `columns` rows
  /// of the tile at `b`; both have `width` columns.
  Registers multiplyRows(llvm::ArrayRef<mlir::Value> a, mlir::Value b,
                         int64_t columns, int64_t width);
  /// Returns the same for rows of a tile, whose fragments are loaded one step
  /// after the other.
  Registers multiplyRows(const TileRows &a, mlir::Value b, int64_t columns,
                         int64_t width);
  /// Returns `sums` + A B, where `a` has pairs as FragmentBuilder::packPairs
  /// makes them from 16 x `rows` values, and B is the tile of `rows` rows at
  /// `b`. The sums have as many columns as countColumns says.
  Registers addProduct(const Registers &sums, llvm::ArrayRef<mlir::Value> a,
                       mlir::Value b, int64_t rows);

private:
  /// The places of a lane in a block, in bytes, for each pair of chunks.
  using Places = llvm::SmallVector<mlir::Value, 4>;

  /// Returns the places of the lane's row `row` and chunk `chunk` of a pair,
  /// both i32.
  Places findPlaces(mlir::Value row, mlir::Value chunk);
  /// Returns four words of the matrices at 16 columns `step` of the tile at
  /// `tile`, which has `rows` rows, from row `firstRow` on.
  llvm::SmallVector<mlir::Value> load(mlir::Value tile, const Places &places,
                                      int64_t step, int64_t rows,
                                      int64_t firstRow, bool isTransposed);
  /// Adds the products of 16 rows, whose words are `a`, with `columns` rows of
  /// a tile, for the 16 columns of step `step`.
  void addStep(Registers &sums, mlir::ValueRange a, mlir::Value b,
               int64_t columns, int64_t step);
  /// Adds the products of 16 rows with 16 columns from `firstColumn` on, whose
  /// words are `words`.
  void addPair(Registers &sums, mlir::ValueRange a,
               llvm::ArrayRef<mlir::Value> words, int64_t firstColumn);
  mlir::Value advance(mlir::Value pointer, int64_t bytes);

  KernelBuilder &kernel;
  FragmentBuilder &h;
  TensorCoreBuilder &core;
  mlir::Type element;
  int64_t threads;
  mlir::Value copyRow, copyChunk, copyPlace; ///< of the thread's first chunk
  /// `left` is for operands A, and for operands B whose k are rows of the tile,
  /// which are loaded transposed; `columns` is for operands B whose columns are
  /// rows of the tile.
  Places left, columns;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_WARPTILES_H
