// ElementTypes.h: the element types of tensors as types of MLIR
#ifndef SBP_INTERFACES_ELEMENTTYPES_H
#define SBP_INTERFACES_ELEMENTTYPES_H

#include "mlir/IR/Types.h"
#include "sbp/Runtime/ElementType.h"

namespace sbp {

/// Returns the row of an element type in the table; null for a type that
/// arguments and results of models do not have, as an i16 or an index.
const ElementType *findElementType(mlir::Type type);

/// Returns the type of a row in `context`.
mlir::Type getMLIRType(mlir::MLIRContext *context, const ElementType &element);

} // namespace sbp

#endif // SBP_INTERFACES_ELEMENTTYPES_H
