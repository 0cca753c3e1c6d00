// RowShift.h: rows that begin at any element
//
// Rows whose base or length is no multiple of 16 bytes have a lead: the columns
// before the first aligned address. Vectors cover the columns after it;
// the lead and what remains after the last vector are the edges of the row. An
// example of f32 rows of 37 columns, vectors from multiples of 16 elements on:
//
//   row 0: begins at element 0, lead 0, vectors of columns 0..31, edge 32..36
//   row 1: begins at element 37, lead 11, vectors of 11..26, edges
//   0..10, 27..36
#ifndef SBP_LIB_TARGET_CUDA_ROWSHIFT_H
#define SBP_LIB_TARGET_CUDA_ROWSHIFT_H

#include "RowPasses.h"

namespace sbp::cuda {

/// Elements between two places where the vectors of a row may begin: whole
/// sectors of elements of 2 bytes and more.
inline constexpr int64_t kShiftColumns = 16;
/// Most columns of a lead.
inline constexpr int64_t kMaxLead = 2 * kShiftColumns - 1;

/// The position of the rows of a tensor in memory: its row `loops` begins
/// `constant` plus the sum of strides[i] * loops[i] elements after an address
/// that is a multiple of kShiftColumns elements. All numbers are residues.
struct RowPhase {
  llvm::SmallVector<int64_t> strides;
  int64_t constant = 0;

  bool operator==(const RowPhase &other) const {
    return strides == other.strides && constant == other.constant;
  }
  /// Returns whether all rows begin at multiples of `count` elements.
  bool isMultipleOf(int64_t count) const;
};

/// The shift of the vectors of a group's rows: they are aligned in the tensors
/// that have the phase of the first wide result, or of the first input where
/// there is no such result.
class RowShift {
public:
  /// Returns whether a group's vectors can begin at any column. Its bodies
  /// gather no vectors, which would have to begin at multiples of their width.
  static bool isPossible(const RowGroup &group);
  /// Returns whether the length of the rows requires a shift: it is no multiple
  /// of 16 bytes in some tensor.
  static bool isRequired(const RowGroup &group,
                         llvm::ArrayRef<RowSource> sources);
  /// Returns the shift of a group whose tensors have buffers. Returns nothing
  /// where all rows begin and end at multiples of 16 bytes, and where no shift
  /// is possible.
  static std::optional<RowShift> find(const LaunchPlan &plan,
                                      const RowGroup &group,
                                      llvm::ArrayRef<RowSource> sources);

  /// Returns whether the vectors of a tensor, operand or result of `op`, are
  /// aligned.
  bool isAligned(const LaunchPlan &plan, const RowGroup &group,
                 mlir::linalg::GenericOp op, mlir::OpOperand &operand,
                 mlir::Value tensor) const;
  /// Returns the lead of a row, at most kMaxLead.
  mlir::Value getLead(KernelBuilder &kernel,
                      llvm::ArrayRef<mlir::Value> rowLoops) const;
  /// Returns how many columns of a row with this lead vectors cover, a multiple
  /// of kShiftColumns.
  mlir::Value countVectorColumns(KernelBuilder &kernel, mlir::Value lead,
                                 int64_t columns) const;

private:
  RowPhase reference;
  /// Columns at either end of a row that vectors leave out: where a tensor has
  /// another phase, the aligned vectors around a vector lie within its row.
  int64_t margin = 0;
};

/// Returns the phase of a tensor, operand or result of `op`. Returns nothing
/// where its columns are not contiguous.
std::optional<RowPhase> getRowPhase(const LaunchPlan &plan,
                                    const RowGroup &group,
                                    mlir::linalg::GenericOp op,
                                    mlir::OpOperand &operand,
                                    mlir::Value tensor);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_ROWSHIFT_H
