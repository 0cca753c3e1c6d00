// RowReshapes.h: reshapes of gathered rows as reshapes of their numbers
#ifndef SBP_LIB_TRANSFORMS_IMPORT_ROWRESHAPES_H
#define SBP_LIB_TRANSFORMS_IMPORT_ROWRESHAPES_H

#include "sbp/Dialect/NN/IR/NNDialect.h"

namespace sbp {

/// Builds a gather along axis 0, as `gather` is, that has the value of
/// `reshape`, an expand_shape or collapse_shape of the result of `gather`, in
/// front of the reshape. Both stay. Null, and nothing is built, if the op is no
/// reshape or changes the columns of rows.
nn::GatherOp gatherReshaped(nn::GatherOp gather, mlir::Operation *reshape);

/// Rows that are added to a table, and the numbers (from 0) of the table's
/// rows. `updates` has the shape of `indices` followed by the columns.
struct AddedRows {
  mlir::Value updates, indices;
};

/// Returns the rows before reshapes that keep the last `columns` dims,
/// with indices that are reshaped likewise. Returns `rows` where there is no
/// such reshape or it has other readers. New ops are built at the insertion
/// point; the reshapes stay.
AddedRows peelReshapes(mlir::OpBuilder &builder, AddedRows rows,
                       int64_t columns);

/// Returns `indices` with `count` more dims of size 1 at the end, and `indices`
/// itself for 0.
mlir::Value addUnitDims(mlir::OpBuilder &builder, mlir::Value indices,
                        int64_t count);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_IMPORT_ROWRESHAPES_H
