// LocalBuild.h: the default way to build an op on local values
#ifndef SBP_INTERFACES_LOCALBUILD_H
#define SBP_INTERFACES_LOCALBUILD_H

#include "sbp/Interfaces/SBPOpInterface.h"

namespace sbp {

/// Clones `op` onto `locals` with local result types. Shape-only operands
/// become a `tensor.empty` of their local type.
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
buildLocalByCloning(mlir::Operation *op, mlir::OpBuilder &builder,
                    const Signature &signature, mlir::ValueRange locals,
                    ShardContext &context);

/// Returns the global index of the shard's first element in the loop dimension
/// or dimensions of `factor`, as an `index` value; constant 0 if no axis splits
/// it.
mlir::Value getFactorOffset(mlir::Operation *op, mlir::OpBuilder &builder,
                            const Factor &factor, const Signature &signature,
                            ShardContext &context);

} // namespace sbp

#endif // SBP_INTERFACES_LOCALBUILD_H
