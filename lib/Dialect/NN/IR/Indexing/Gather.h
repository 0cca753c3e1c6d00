// Gather.h: what gathers and scatters share
#ifndef SBP_LIB_DIALECT_NN_IR_INDEXING_GATHER_H
#define SBP_LIB_DIALECT_NN_IR_INDEXING_GATHER_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace sbp::nn {

/// `axis` is a dim of `table`, and the first `batchDims` dims of `table` and
/// `indices`, all in front of `axis`, have equal sizes.
mlir::LogicalResult verifyIndexedDims(mlir::Operation *op,
                                      mlir::RankedTensorType table,
                                      mlir::RankedTensorType indices,
                                      int64_t axis, int64_t batchDims);

/// From the `rank` dims of what is gathered (or added) to those of the indices:
/// the batch dims and the `indexDims` that stand at `axis`.
mlir::AffineMap getIndicesMap(mlir::MLIRContext *context, int64_t rank,
                              int64_t axis, int64_t batchDims,
                              int64_t indexDims);

/// `index` as a row of a table of `rows`: the nearest one, as XLA has it. Those
/// of inputs are checked before; those a model computes cannot be, and must not
/// touch what is not theirs. -1 where there are no rows.
mlir::Value getRow(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value index, int64_t rows);

} // namespace sbp::nn

#endif // SBP_LIB_DIALECT_NN_IR_INDEXING_GATHER_H
