// CheckStoredTypes.h: refuses arithmetic on types that are only stored
#ifndef SBP_TRANSFORMS_IMPORT_CHECKSTOREDTYPES_H
#define SBP_TRANSFORMS_IMPORT_CHECKSTOREDTYPES_H

#include "mlir/IR/Operation.h"

namespace sbp {

/// Fails with an error at the first op inside of `root` that does more with
/// elements of a type without arithmetic than to store, move, choose or cast
/// them.
llvm::LogicalResult checkStoredTypes(mlir::Operation *root);

} // namespace sbp

#endif // SBP_TRANSFORMS_IMPORT_CHECKSTOREDTYPES_H
