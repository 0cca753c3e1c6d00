// RegisterRows.h: rows whose values stay in registers
#ifndef SBP_LIB_TARGET_CUDA_REGISTERROWS_H
#define SBP_LIB_TARGET_CUDA_REGISTERROWS_H

#include "RowKernel.h"

namespace sbp::cuda {

/// A kernel that evaluates a row group with all values of a row in registers:
/// each thread of the row holds a vector of every chunk.
class RegisterRows : public RowKernel {
public:
  virtual ~RegisterRows() = default;

protected:
  using RowKernel::RowKernel;
  using Chunks = llvm::SmallVector<Values>; ///< by chunk; a single one stands
                                            ///< for all of them

  /// Sets the columns of the thread's chunks, once `kernel`, `threadInRow`,
  /// `chunks` and `isRagged` are set. A chunk beyond the row gets column 0.
  void setColumns();
  /// Loads the vector of an input that begins at `column`.
  virtual Values loadInput(mlir::linalg::GenericOp op, mlir::OpOperand &operand,
                           const Key &key, mlir::Value column) {
    return load(op, operand, column);
  }
  /// Emits the evaluation of a member for all chunks of the row, and keeps its
  /// result in `made`. Members before it have been evaluated.
  void evaluateOp(mlir::linalg::GenericOp op);
  /// Emits the stores of results that ops outside of the group read, after all
  /// members have been evaluated.
  void writeAll();

  int64_t chunks = 1;    ///< of a thread in a row
  bool isRagged = false; ///< true where the last chunk leaves the row
  llvm::SmallVector<mlir::Value> columns, isInside; ///< by chunk
  llvm::DenseMap<mlir::Value, Chunks> made;         ///< results of members
  std::map<Key, Chunks> loaded;

private:
  /// Returns an operand's vectors by chunk, which are loaded at most once; an
  /// empty one if the body does not read it.
  Chunks fetch(mlir::linalg::GenericOp op, mlir::OpOperand &operand);
  llvm::SmallVector<Values> getInputs(llvm::ArrayRef<Chunks> inputs,
                                      int64_t chunk) const;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_REGISTERROWS_H
