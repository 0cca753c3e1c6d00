// LocalBuild.h: the default way to build an op on local values
#ifndef SBP_INTERFACES_LOCALBUILD_H
#define SBP_INTERFACES_LOCALBUILD_H

#include "sbp/Interfaces/SBPOpInterface.h"

namespace sbp {

/// Clones `op` onto `locals`, one per operand, at the insertion point of
/// `builder`, and returns the results of the clone, with local result types.
/// Shape-only operands become a `tensor.empty` of their local type; `locals` is
/// not read for them. Constants that the regions of `op` read from outside are
/// cloned too, other captured values are left for the caller. Never fails.
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
buildLocalByCloning(mlir::Operation *op, mlir::OpBuilder &builder,
                    const Signature &signature, mlir::ValueRange locals,
                    ShardContext &context);

/// Returns the global index of the first element of the shard in the loop
/// dimension or dimensions of `factor`, as an `index` value; constant 0 if no
/// axis splits a dimension of it by elements (splits by windows do not count).
mlir::Value getFactorOffset(mlir::Operation *op, mlir::OpBuilder &builder,
                            const Factor &factor, const Signature &signature,
                            ShardContext &context);

} // namespace sbp

#endif // SBP_INTERFACES_LOCALBUILD_H
