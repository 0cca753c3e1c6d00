// StagedChunks.h: chunks of rows on their way to shared memory
#ifndef SBP_LIB_TARGET_CUDA_STAGEDCHUNKS_H
#define SBP_LIB_TARGET_CUDA_STAGEDCHUNKS_H

#include "Kernel/KernelBuilder.h"
#include <functional>
#include <optional>

namespace sbp::cuda {

/// How the elements of an input reach the threads.
enum class SourceWay {
  Range,  ///< a chunk is one range of memory
  Rows,   ///< each row of a chunk is a range
  Column, ///< an element of each row of a chunk
  Once,   ///< equal for all terms, loaded before the first one
  Never,  ///< not read
};
/// An input of column sums over rows in shared memory.
struct StagedSource {
  mlir::OpOperand *operand = nullptr;
  SourceWay way = SourceWay::Never;
  int64_t bytes = 1;                   ///< of an element
  int64_t width = 1;                   ///< elements of a row
  int64_t rowBytes = 0;                ///< Rows: between rows in shared memory
  int64_t place = 0;                   ///< in a buffer, in bytes
  llvm::SmallVector<mlir::Value> once; ///< Once: the thread's elements

  /// Returns the source of `input` of a reduction of `op` over the loops
  /// `reduced`, in addition to the loop `inner`. Returns nothing where elements
  /// along `inner` are no neighbours.
  static std::optional<StagedSource> find(mlir::linalg::GenericOp op,
                                          mlir::OpOperand &input,
                                          unsigned inner,
                                          llvm::ArrayRef<unsigned> reduced);
  /// Returns whether the input passes shared memory.
  bool isShared() const {
    return way != SourceWay::Once && way != SourceWay::Never;
  }
  /// Returns the access by which `op` reads the input.
  Access getSourceAccess(mlir::linalg::GenericOp op) const;
};

/// The chunks of a kernel, in one or two buffers. A chunk has the rows of
/// consecutive terms.
class StagedChunks {
public:
  /// A loaded value of one thread: an element, or four words of 4 bytes.
  struct Piece {
    mlir::Value isLoaded;
    llvm::SmallVector<mlir::Value> values;
    mlir::Value to; ///< in a buffer, in bytes
    int64_t bytes;  ///< of an element
  };
  static constexpr int64_t kVectorBytes = 16;

  /// The sizes of chunks: rows, columns of a row, bytes of a buffer.
  struct Sizes {
    int64_t rows = 1, columns = 1, bufferBytes = 0;
  };
  /// Chooses the rows of a chunk of at most `bytes` bytes and `terms` terms and
  /// the places of sources in a buffer.
  static Sizes place(llvm::MutableArrayRef<StagedSource> sources,
                     int64_t columns, int64_t bytes, int64_t terms);

  /// `storage` is the begin of the buffers, `ownColumns` the number of columns
  /// that the block has, and `getLoops` returns the loops of `op` of a term.
  /// All references outlive the object. The block has `threads` threads.
  StagedChunks(
      KernelBuilder &kernel, mlir::linalg::GenericOp op,
      llvm::ArrayRef<StagedSource> sources, const Sizes &sizes, int64_t threads,
      mlir::Value storage, mlir::Value ownColumns,
      std::function<llvm::SmallVector<mlir::Value>(mlir::Value)> getLoops)
      : kernel(kernel), op(op), sources(sources), sizes(sizes),
        threads(threads), storage(storage), ownColumns(ownColumns),
        getLoops(std::move(getLoops)) {}
  /// Returns how many of the terms from `begin` to `end` belong to one chunk.
  mlir::Value countRows(mlir::Value begin, mlir::Value end);
  /// Loads this thread's pieces of the chunk of `rows` rows from term `begin`.
  llvm::SmallVector<Piece> load(mlir::Value begin, mlir::Value rows);
  /// Stores pieces to buffer number `buffer`.
  void store(llvm::ArrayRef<Piece> pieces, mlir::Value buffer);
  /// Returns the index of element 0 of row `row` of the chunk from term `begin`
  /// on in shared memory.
  mlir::Value getIndex(const StagedSource &source, mlir::Value begin,
                       mlir::Value row, mlir::Value buffer);

private:
  /// Threads that copy a range together.
  struct Team {
    mlir::Value member;
    int64_t size;
  };
  /// Loads this thread's pieces of `count` elements from `offset` on, at most
  /// `most`, which go to `place` in a buffer.
  void loadRange(const StagedSource &source, mlir::Value offset,
                 mlir::Value count, int64_t most, mlir::Value place,
                 const Team &team, llvm::SmallVectorImpl<Piece> &pieces);
  void loadColumn(const StagedSource &source, mlir::Value begin,
                  mlir::Value rows, llvm::SmallVectorImpl<Piece> &pieces);
  /// Returns the offset of the first element of a term in this block.
  mlir::Value getOffset(const StagedSource &source, mlir::Value term);
  /// Returns the address of the element at `offset` modulo `step` bytes.
  mlir::Value getResidue(const StagedSource &source, mlir::Value offset,
                         int64_t step);

  KernelBuilder &kernel;
  mlir::linalg::GenericOp op;
  llvm::ArrayRef<StagedSource> sources;
  const Sizes sizes;
  const int64_t threads;
  mlir::Value storage, ownColumns;
  std::function<llvm::SmallVector<mlir::Value>(mlir::Value)> getLoops;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_STAGEDCHUNKS_H
