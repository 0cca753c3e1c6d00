// RowPasses.h: the passes in which a kernel goes over a row
#ifndef SBP_LIB_TARGET_CUDA_ROWPASSES_H
#define SBP_LIB_TARGET_CUDA_ROWPASSES_H

#include "RowKernel.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace sbp::cuda {

/// An input of a row that has a value for each column, or such a result of a
/// member that is kept in place of its inputs.
struct RowSource {
  RowKey key;                         ///< of a result, its value and no strides
  mlir::OpOperand *operand = nullptr; ///< one that reads it; null for a result
  int64_t bytes = 0;                  ///< of one element
  llvm::SmallSetVector<int, 4> passes; ///< the passes that read it
  bool isHeld = false;                 ///< on chip, for all rows of a block

  /// Returns whether several passes read it, so that it is worth keeping while
  /// a row is computed.
  bool isKept() const { return passes.size() > 1 && !isHeld; }
  /// Returns whether the parts of rows that begin at multiples of 16 columns
  /// begin at multiples of 16 bytes of the tensor, without gaps between
  /// columns.
  bool isAligned() const;
  bool isResult() const { return !operand; }
  /// Returns whether neighbouring columns are neighbours in memory; false for a
  /// result.
  bool isContiguous() const;
  /// Returns whether it is equal in all rows, as the gains of a norm are; false
  /// where there is only one row.
  bool isInvariant() const;
};

/// The assignment of a row group to passes: a reduction that depends on another
/// one belongs to a later pass. A softmax has three passes: maximum, sum,
/// quotient. The group must outlive it.
class RowPasses {
public:
  explicit RowPasses(const RowGroup &group);

  /// Returns the number of passes, at least 1.
  int size() const { return count; }
  /// Returns the first pass in which all sums that a member depends on are
  /// complete.
  int getPass(mlir::linalg::GenericOp op) const { return passOf.lookup(op); }
  /// Returns the members that reduce in `pass`, in order.
  llvm::SmallVector<mlir::linalg::GenericOp> getReductions(int pass) const;
  /// Returns whether a pass has several reductions.
  bool hasPassOfSeveralReductions() const;
  /// Marks the inputs that are equal in all rows as held.
  void holdInvariants() {
    for (RowSource &source : sources)
      source.isHeld = source.isInvariant();
  }
  /// Keeps results of members in place of the inputs that they are computed
  /// from, where this leaves fewer bytes to keep. The gradient of a norm then
  /// keeps the product of gain and cotangent. Called before holdInvariants.
  void keepResults();
  /// Returns the index of the source of a member's result; nothing for one that
  /// is computed where it is read.
  std::optional<size_t> findResult(mlir::linalg::GenericOp op) const;
  /// Returns the inputs that passes read, in the order of their first use.
  llvm::ArrayRef<RowSource> getSources() const { return sources; }
  /// Returns the index of a source that is read, by its key.
  size_t findSource(const RowKey &key) const;
  /// Returns the bytes of a column of the sources that `condition` selects.
  int64_t
  countBytes(llvm::function_ref<bool(const RowSource &)> condition) const;
  /// Returns the bytes that all rows together read again, by all passes but the
  /// first, where `capacity` bytes of each row stay on chip.
  double countRepeatedBytes(int64_t capacity) const;

private:
  int findPass(mlir::linalg::GenericOp op);
  bool isDone(mlir::linalg::GenericOp op) const;
  void collectSources();
  void addSources(mlir::linalg::GenericOp op, int pass);
  RowSource &addSource(RowKey key, mlir::OpOperand *operand,
                       mlir::Value tensor);

  const RowGroup &group;
  llvm::DenseMap<mlir::Operation *, int> passOf;
  llvm::SmallVector<RowSource> sources;
  llvm::SmallPtrSet<mlir::Operation *, 4> keptResults;
  int count = 1;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_ROWPASSES_H
