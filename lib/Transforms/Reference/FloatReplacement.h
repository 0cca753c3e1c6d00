// FloatReplacement.h: other float types for all floats of a module
#ifndef SBP_LIB_TRANSFORMS_REFERENCE_FLOATREPLACEMENT_H
#define SBP_LIB_TRANSFORMS_REFERENCE_FLOATREPLACEMENT_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace sbp {

/// Replaces every float type in `root` by `getType` of it, which is at least as
/// wide: in types, literals and constants, also in other attributes, but not
/// in locations. Casts between types that have become equal are erased.
void replaceFloats(
    mlir::Operation *root,
    llvm::function_ref<mlir::FloatType(mlir::FloatType)> getType);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_REFERENCE_FLOATREPLACEMENT_H
