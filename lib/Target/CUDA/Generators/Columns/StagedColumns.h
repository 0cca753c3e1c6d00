// StagedColumns.h: column sums over rows that begin at any byte
//
// An access of a warp to a row that begins inside of a sector touches a part of
// one more sector. A block therefore copies chunks of rows to shared memory,
// whole sectors of them by vectors and the edges by elements, and sums columns
// from there. A chunk of whole rows that follow each other in memory is one
// range with two edges; else each row of the chunk is a range. While a chunk is
// summed the next one is loaded into registers. For example, 8191 x 12 floats
// are 97 blocks of 85 rows, a chunk of 4080 bytes each, which 21 rows of 12
// threads sum; of 4096 x 4097 floats a block sums 520 columns in chunks of 16
// rows.
#ifndef SBP_LIB_TARGET_CUDA_STAGEDCOLUMNS_H
#define SBP_LIB_TARGET_CUDA_STAGEDCOLUMNS_H

#include "ColumnSums.h"

namespace sbp::cuda {

/// Sums columns of rows in shared memory.
class StagedColumns : public ColumnSums {
public:
  using ColumnSums::ColumnSums;
  mlir::LogicalResult analyse() override;
  std::string getSchedule() const override;
  double predictSeconds(const Chip &chip) override;

private:
  /// How the elements of an input reach the threads.
  enum class Way {
    Range,  ///< a chunk is one range of memory
    Rows,   ///< each row of a chunk is a range
    Column, ///< an element of each row of a chunk
    Once,   ///< equal for all terms, loaded before the first one
    Never,  ///< not read
  };
  struct Source {
    mlir::OpOperand *operand = nullptr;
    Way way = Way::Never;
    int64_t bytes = 1;    ///< of an element
    int64_t width = 1;    ///< elements of a row
    int64_t rowBytes = 0; ///< Rows: between rows in shared memory
    int64_t place = 0;    ///< in a buffer, in bytes
    Values once;          ///< Once: the thread's elements
  };
  /// A loaded value of one thread: an element, or four words of 4 bytes.
  struct Piece {
    mlir::Value isLoaded;
    Values values;
    mlir::Value to; ///< in a buffer, in bytes
    int64_t bytes;  ///< of an element
  };
  /// Threads that copy a range together.
  struct Team {
    mlir::Value member;
    int64_t size;
  };

  static constexpr int64_t kVectorBytes = 16;

  void buildSums(LaunchPlan &plan, mlir::Value parts) override;
  int64_t getLeastTerms() const override;
  int64_t getMostSplits() const override { return 256; }
  mlir::LogicalResult addSource(mlir::OpOperand &input);
  /// Returns whether all rows begin at multiples of a sector in their tensor.
  bool beginsAtSectors(const Source &source);
  /// Returns whether the elements of all terms follow each other.
  bool isRange(const Access &access, int64_t width) const;
  /// Chooses the rows of a chunk, and the places of sources in a buffer.
  void placeSources(const Chip &chip);
  /// Returns the most bytes of a chunk.
  int64_t getChunkBytes(const Chip &chip) const;
  int64_t countBlocks() const { return outer * panels * splits; }
  /// Opens the kernel and finds the columns that this thread owns.
  void openSums(LaunchPlan &plan, mlir::Value parts);
  void loadOnce();
  /// Returns how many of the terms from `begin` to `end` belong to one chunk.
  mlir::Value countRows(mlir::Value begin, mlir::Value end);
  /// Loads this thread's pieces of the chunk of `rows` rows from term `begin`.
  llvm::SmallVector<Piece> loadChunk(mlir::Value begin, mlir::Value rows);
  /// Loads this thread's pieces of `count` elements from `offset` on, at most
  /// `most`, which go to `place` in a buffer.
  void loadRange(const Source &source, mlir::Value offset, mlir::Value count,
                 int64_t most, mlir::Value place, const Team &team,
                 llvm::SmallVectorImpl<Piece> &pieces);
  void loadColumn(const Source &source, mlir::Value begin, mlir::Value rows,
                  llvm::SmallVectorImpl<Piece> &pieces);
  void storeChunk(llvm::ArrayRef<Piece> pieces, mlir::Value buffer);
  /// Adds the rows of the chunk from term `begin` on, in a buffer.
  Values addChunk(mlir::Value begin, mlir::Value rows, mlir::Value buffer,
                  Values sums);
  Values addChunks(mlir::Value begin, mlir::Value end, Values sums);
  Values addRow(mlir::Value begin, mlir::Value row, mlir::Value buffer,
                Values sums);
  /// Returns the index of element 0 of row `row` of a chunk in shared memory.
  mlir::Value getIndex(const Source &source, mlir::Value begin, mlir::Value row,
                       mlir::Value buffer);
  /// Returns the offset of the first element of a term in this block.
  mlir::Value getOffset(const Source &source, mlir::Value term);
  /// Returns the address of the element at `offset` modulo `step` bytes.
  mlir::Value getResidue(const Source &source, mlir::Value offset,
                         int64_t step);
  /// Return the thread's i-th column, of the results or of the block.
  mlir::Value getColumn(int64_t i);
  mlir::Value getLocalColumn(int64_t i);
  void storeSums(Values sums, mlir::Value parts);

  llvm::SmallVector<Source> sources;
  int64_t panels = 1, panelColumns = 1; ///< of the results of a row
  int64_t perThread = 1;                ///< columns
  int64_t outer = 1;                    ///< parallel iterations around `inner`
  int64_t chunkRows = 1, bufferBytes = 0;
  mlir::Value storage;
  mlir::Value firstColumn, ownColumns; ///< of the block
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_STAGEDCOLUMNS_H
