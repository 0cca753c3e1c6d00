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
#include "StagedChunks.h"

namespace sbp::cuda {

/// Sums columns of rows in shared memory.
class StagedColumns : public ColumnSums {
public:
  using ColumnSums::ColumnSums;
  mlir::LogicalResult analyse() override;
  std::string getSchedule() const override;
  double predictSeconds(const Chip &chip) override;

private:
  void buildSums(LaunchPlan &plan, mlir::Value parts) override;
  int64_t getLeastTerms() const override;
  int64_t getMostSplits() const override { return 256; }
  /// Returns whether all rows begin at multiples of a sector in their tensor.
  bool beginsAtSectors(const StagedSource &source);
  /// Returns whether the elements of all terms follow each other.
  bool isRange(const Access &access, int64_t width) const;
  /// Returns the most bytes of a chunk.
  int64_t getChunkBytes(const Chip &chip) const;
  int64_t countBlocks() const { return outer * panels * splits; }
  /// Opens the kernel and finds the columns that this thread owns.
  void openSums(LaunchPlan &plan, mlir::Value parts);
  void loadOnce();
  /// Adds the rows of the chunk from term `begin` on, in a buffer.
  Values addChunk(mlir::Value begin, mlir::Value rows, mlir::Value buffer,
                  Values sums);
  Values addChunks(mlir::Value begin, mlir::Value end, Values sums);
  Values addRow(mlir::Value begin, mlir::Value row, mlir::Value buffer,
                Values sums);
  /// Return the thread's i-th column, of the results or of the block.
  mlir::Value getColumn(int64_t i);
  mlir::Value getLocalColumn(int64_t i);
  void storeSums(Values sums, mlir::Value parts);

  using Way = SourceWay;

  llvm::SmallVector<StagedSource> sources;
  int64_t panels = 1, panelColumns = 1; ///< of the results of a row
  int64_t perThread = 1;                ///< columns
  int64_t outer = 1;                    ///< parallel iterations around `inner`
  StagedChunks::Sizes sizes;
  std::optional<StagedChunks> chunks;
  mlir::Value storage;
  mlir::Value firstColumn, ownColumns; ///< of the block
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_STAGEDCOLUMNS_H
