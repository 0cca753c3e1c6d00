// Gather.h: the common parts of gathers and scatters
#ifndef SBP_LIB_DIALECT_NN_IR_INDEXING_GATHER_H
#define SBP_LIB_DIALECT_NN_IR_INDEXING_GATHER_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace sbp::nn {

/// Verifies that `axis` is a dim of `table`, and that the first `batchDims`
/// dims of `table` and `indices`, all before `axis`, have equal sizes.
/// Emits an error at `op`, with notes at operands #0 and #1, otherwise.
mlir::LogicalResult verifyIndexedDims(mlir::Operation *op,
                                      mlir::RankedTensorType table,
                                      mlir::RankedTensorType indices,
                                      int64_t axis, int64_t batchDims);

/// Returns the map from the `rank` dims of the gathered (or added) tensor to
/// those of the indices: the batch dims and the `indexDims` dims that stand at
/// `axis`.
mlir::AffineMap getIndicesMap(mlir::MLIRContext *context, int64_t rank,
                              int64_t axis, int64_t batchDims,
                              int64_t indexDims);

/// Builds `index`, an integer, as a row of a table of `rows` rows, of index
/// type: the nearest one, as XLA defines it. Indices of inputs are checked
/// before; those that a model computes cannot be, and must not access other
/// memory. -1 if there are no rows.
mlir::Value getRow(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value index, int64_t rows);

} // namespace sbp::nn

#endif // SBP_LIB_DIALECT_NN_IR_INDEXING_GATHER_H
