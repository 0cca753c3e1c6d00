// DifferentiationInterfaces.h: the derivatives that ops state of themselves
#ifndef SBP_INTERFACES_DIFFERENTIATIONINTERFACES_H
#define SBP_INTERFACES_DIFFERENTIATIONINTERFACES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/BitVector.h"

namespace sbp {

/// The location of the ops that compute the cotangents of `op`: that of `op`
/// under the name "adjoint of".
mlir::Location getAdjointLoc(mlir::Operation *op);

/// Whether `value` is a float or a tensor of floats.
bool hasFloats(mlir::Value value);

} // namespace sbp

#include "sbp/Interfaces/DifferentiationInterfaces.h.inc"

#endif // SBP_INTERFACES_DIFFERENTIATIONINTERFACES_H
