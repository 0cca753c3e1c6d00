// DifferentiationInterfaces.h: the derivatives that ops state of themselves
#ifndef SBP_INTERFACES_DIFFERENTIATIONINTERFACES_H
#define SBP_INTERFACES_DIFFERENTIATIONINTERFACES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/BitVector.h"

namespace sbp {

/// Returns the location of the ops that compute the cotangents of `op`: that of
/// `op` under the name "adjoint of".
mlir::Location getAdjointLoc(mlir::Operation *op);

/// Returns true if the type of `value` is a float, or a shaped type of floats;
/// false for complex numbers.
bool hasFloats(mlir::Value value);

} // namespace sbp

#include "sbp/Interfaces/DifferentiationInterfaces.h.inc"

#endif // SBP_INTERFACES_DIFFERENTIATIONINTERFACES_H
