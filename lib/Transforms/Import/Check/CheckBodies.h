// CheckBodies.h: checks that the bodies of named ops match their names
#ifndef SBP_TRANSFORMS_IMPORT_CHECKBODIES_H
#define SBP_TRANSFORMS_IMPORT_CHECKBODIES_H

#include "mlir/IR/Operation.h"

namespace sbp {

/// Refuses a named op of linalg whose body, written in generic form, computes
/// something else: some passes read the name, others the body. Emits an error
/// and fails for one; succeeds for every other op.
llvm::LogicalResult checkBody(mlir::Operation *op);

} // namespace sbp

#endif // SBP_TRANSFORMS_IMPORT_CHECKBODIES_H
