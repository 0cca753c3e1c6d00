// Constraints.h: checks that verifiers of updates share
#ifndef SBP_LIB_DIALECT_NN_IR_UPDATES_CONSTRAINTS_H
#define SBP_LIB_DIALECT_NN_IR_UPDATES_CONSTRAINTS_H

#include "mlir/IR/Operation.h"

namespace sbp::nn {

/// Emits an error unless `value`, called `name`, has the shape of `weight`.
mlir::LogicalResult verifyShape(mlir::Operation *op, mlir::Value weight,
                                mlir::Value value, llvm::StringRef name);
/// Emits an error unless `value`, called `name`, has no dimensions.
mlir::LogicalResult verifyScalar(mlir::Operation *op, mlir::Value value,
                                 llvm::StringRef name);
/// Emits an error unless the results have the types of `states`.
mlir::LogicalResult verifyResults(mlir::Operation *op, mlir::ValueRange states);

} // namespace sbp::nn

#endif // SBP_LIB_DIALECT_NN_IR_UPDATES_CONSTRAINTS_H
