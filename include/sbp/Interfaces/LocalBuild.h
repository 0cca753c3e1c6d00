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

/// Index of the first element that this shard holds of the loop dim or dims
/// that are `factor`: the offset in a value that it splits. An `index` value;
/// constant 0 where no axis splits it.
mlir::Value getFactorOffset(mlir::Operation *op, mlir::OpBuilder &builder,
                            const Factor &factor, const Signature &signature,
                            ShardContext &context);

} // namespace sbp

#endif // SBP_INTERFACES_LOCALBUILD_H
