// PassRows.h: rows that a kernel goes over in several passes
//
// The threads of a block traverse their part of a row in tiles of a vector a
// thread. The inputs that several passes read stay on chip from the first one:
// in registers, then in shared memory. What does not fit is read from global
// memory by every pass. Where rows begin at any element, vectors begin after
// the lead of the row, and the edges are read by every pass (RowShift.h).
#ifndef SBP_LIB_TARGET_CUDA_PASSROWS_H
#define SBP_LIB_TARGET_CUDA_PASSROWS_H

#include "RowShift.h"

namespace sbp::cuda {

/// Base of the kernels of row groups whose rows exceed the registers of a
/// block. The derived class chooses threads and tiles, and emits the passes in
/// their order.
class PassRows : public RowKernel {
protected:
  PassRows(LaunchPlan &plan, const RowGroup &group)
      : RowKernel(plan, group), passes(group) {}

  /// The memory that holds a tile between passes.
  enum class Residence { Registers, Shared, Memory };
  /// A vector of each thread.
  struct Tile {
    Residence residence = Residence::Memory;
    int64_t index = 0; ///< among the tiles in registers
    mlir::Value number;
    mlir::Value local;            ///< first column in the block's part
    mlir::Value column, isInside; ///< in the row; 0 of the part if outside
    bool isEdge = false;          ///< an element of an edge, not a vector
    llvm::DenseMap<mlir::Value, Values> made; ///< results of members
    std::map<Key, Values> fetched;            ///< inputs
  };

  /// Distributes the tiles of `columns` columns over registers, of which a
  /// thread has `threadBytes` bytes for them, `sharedBytes` bytes of shared
  /// memory, and global memory; `threads` and `vectorWidth` are set. Emits a
  /// remark where some tiles are read again.
  void chooseTiles(int64_t columns, int64_t sharedBytes, int64_t threadBytes);
  /// The columns of a row that the block has vectors of.
  struct Part {
    mlir::Value lead;          ///< columns before all vectors of the row
    mlir::Value vectorColumns; ///< columns of all vectors of the row
    mlir::Value first, count;
  };
  /// Returns the block's part of a row with these loops, where there is a
  /// shift.
  Part getShiftedPart(llvm::ArrayRef<mlir::Value> loops);
  int64_t getTileColumns() const { return threads * vectorWidth; }
  /// Returns the bytes of shared memory that the kept sources need.
  int64_t getKeptBytes() const;
  /// Returns tile `number` of the block's part, which stays in `residence`.
  Tile makeTile(Residence residence, mlir::Value number, int64_t index);
  /// Returns the vector of source `index` in a tile.
  virtual Values loadSource(mlir::linalg::GenericOp op,
                            mlir::OpOperand &operand, size_t index, Tile &tile,
                            int pass) = 0;
  /// Returns source `index` in a tile in registers, or in memory.
  Values loadUnshared(mlir::linalg::GenericOp op, mlir::OpOperand &operand,
                      size_t index, Tile &tile, int pass);
  /// Returns the offset of a kept source in `storage`, in its elements.
  virtual mlir::Value getPlace(size_t index) = 0;
  /// Returns the first element of a thread's own vector of a tile in shared
  /// memory, counted from the source's first one there.
  mlir::Value getOwnIndex(const Tile &tile);
  /// Combines the partial results of a pass's reductions with those of other
  /// blocks that hold parts of the row. The default does nothing.
  virtual void joinBlocks(llvm::ArrayRef<mlir::linalg::GenericOp> reductions,
                          llvm::MutableArrayRef<mlir::Value> partial) {}
  /// Emits all passes over one row, whose loops are `rowLoops`, and the stores
  /// of its values.
  void buildRow();
  std::optional<Values> loadVector(mlir::linalg::GenericOp op,
                                   mlir::OpOperand &operand,
                                   mlir::Value column) override;
  void writeVector(mlir::linalg::GenericOp op,
                   llvm::ArrayRef<mlir::Value> values,
                   mlir::Value column) override;

  RowPasses passes;
  mlir::Value storage; ///< pointer to the shared memory of kept sources
  int64_t tiles = 0, inRegisters = 0, inShared = 0;
  bool isRagged = false;   ///< true where tiles may leave the block's part
  mlir::Value firstColumn; ///< of the block's part; null for 0
  mlir::Value numColumns;  ///< of the block's part
  std::optional<RowShift> shift; ///< of rows that begin at any element
  mlir::Value partBegin;         ///< columns of the blocks before this one
  int64_t partColumns = 0;       ///< most columns of the block's part
  mlir::Value hasEdges;          ///< whether the block has the edges of the row

private:
  Values fetch(mlir::linalg::GenericOp op, mlir::OpOperand &operand, Tile &tile,
               int pass);
  Values computeVector(mlir::linalg::GenericOp op, Tile &tile, int pass);
  void keep(size_t index, Tile &tile, llvm::ArrayRef<mlir::Value> values);
  Values getKept(size_t index, mlir::Type element, Tile &tile);
  llvm::SmallVector<Values> getInputs(mlir::linalg::GenericOp op, Tile &tile,
                                      int pass);
  void evaluateScalars(int level);
  void loadScalars();
  Values processTile(Tile tile, int pass, Values sums);
  Values processTiles(Residence residence, int64_t first, int64_t end, int pass,
                      Values sums);
  mlir::Value getWarpEnd(int64_t end);
  Values processEdges(int pass, Values sums);
  void buildPass(int pass);
  /// Loads a vector of contiguous elements from any offset on. All lanes of the
  /// warp execute it.
  Values loadUnaligned(mlir::Value tensor, mlir::Value offset,
                       mlir::Value phase, mlir::Value column);

  llvm::SmallVector<llvm::SmallVector<Values>> kept; ///< by source and tile
  llvm::DenseMap<mlir::Value, mlir::Value>
      rowScalars; ///< values of the row, by tensor
  std::map<Key, mlir::Value> loaded;
  Part part; ///< of the row that buildRow emits
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_PASSROWS_H
