// Grouped.h: the groups of rows that ops of this family share
#ifndef SBP_LIB_DIALECT_NN_IR_GROUPED_H
#define SBP_LIB_DIALECT_NN_IR_GROUPED_H

#include "mlir/IR/Builders.h"
#include "sbp/Interfaces/SBPOpInterface.h"

namespace sbp::nn {

/// Groups of rows that follow one another, given by bounds. The group of a row
/// is that of the first bound above it; the first of `groups + 1` bounds begins
/// group 0 and belongs to none.
struct RowGroups {
  mlir::Operation *op; ///< a grouped op; errors and ops get its location
  mlir::Value bounds;
  int64_t rows, groups;

  /// Returns 1 if the first bound begins group 0, else 0.
  int64_t countLeading() const;
  /// Emits an error if the number of bounds does not fit the groups.
  mlir::LogicalResult verify() const;
  /// Builds a tensor of i64 with the number of the group of each row: -1 for
  /// rows before group 0, `groups` for those after all groups.
  mlir::Value findGroups(mlir::OpBuilder &builder) const;
  /// Builds bounds of i64, groups + 1 of them, of a shard with `heldGroups`
  /// groups from `firstGroup` on, which counts rows from `firstRow` on. Either
  /// is an index, null for 0.
  mlir::Value buildLocalBounds(mlir::OpBuilder &builder, mlir::Value firstRow,
                               mlir::Value firstGroup,
                               int64_t heldGroups) const;
};

} // namespace sbp::nn

#endif // SBP_LIB_DIALECT_NN_IR_GROUPED_H
