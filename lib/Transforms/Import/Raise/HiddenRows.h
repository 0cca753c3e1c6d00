// HiddenRows.h: rows of attention whose keys are all hidden by finite numbers
//
// Where a condition replaces the scores of all keys of a query by -1e30, the
// weights of the row are equal and its scores have no gradient. nn.attention
// adds numbers in place of conditions, and its gradient cannot see from a sum
// of exponentials near -1e30 how many they were. Example, of a row of four keys
// and the query q:
//   mask -1e30 -1e30 -1e30 -1e30, query q   becomes   mask 0 0 0 0, query 0
// with the gradient of that query replaced by 0.
#ifndef SBP_LIB_TRANSFORMS_IMPORT_HIDDENROWS_H
#define SBP_LIB_TRANSFORMS_IMPORT_HIDDENROWS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sbp {

/// Builds all ops at the insertion point of `builder`, which must outlive this
/// object. Tensors have the dimensions batch, heads, positions, and keys or
/// widths.
class HiddenRows {
public:
  /// Builds the maxima of the rows of `mask`.
  HiddenRows(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value mask);

  /// Returns the mask with the maximum subtracted in hidden rows.
  mlir::Value shiftMask();
  /// Returns `value`, a tensor with the positions of queries, with 0 in hidden
  /// rows.
  mlir::Value clear(mlir::Value value);

private:
  mlir::Value select(mlir::Value value, bool subtracts);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  mlir::Value mask;
  mlir::Value maxima; ///< batch, heads, positions; of size 1 where mask's are
};

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_IMPORT_HIDDENROWS_H
