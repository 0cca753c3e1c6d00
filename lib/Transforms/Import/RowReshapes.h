// RowReshapes.h: reshapes of gathered rows as reshapes of their numbers
#ifndef SBP_LIB_TRANSFORMS_IMPORT_ROWRESHAPES_H
#define SBP_LIB_TRANSFORMS_IMPORT_ROWRESHAPES_H

#include "sbp/Dialect/NN/IR/NNDialect.h"

namespace sbp {

/// A gather along axis 0 with the value of `reshape`, which reshapes what
/// `gather` gives and leaves the columns of rows alone; null if it does not.
nn::GatherOp gatherReshaped(nn::GatherOp gather, mlir::Operation *reshape);

/// Rows and where they are added.
struct AddedRows {
  mlir::Value updates, indices;
};

/// Returns the added rows in front of reshapes that keep the `columns` last
/// dims.
AddedRows peelReshapes(mlir::OpBuilder &builder, AddedRows rows,
                       int64_t columns);

/// `indices` with `count` more dims of size 1 at the end.
mlir::Value addUnitDims(mlir::OpBuilder &builder, mlir::Value indices,
                        int64_t count);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_IMPORT_ROWRESHAPES_H
