// DifferentiationInterfaces.h: the derivatives that ops state of themselves
#ifndef SBP_INTERFACES_DIFFERENTIATIONINTERFACES_H
#define SBP_INTERFACES_DIFFERENTIATIONINTERFACES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/BitVector.h"

namespace sbp {

/// Discardable attribute of an op whose gradient is differentiated again while
/// its adjoint is built, which must then be a function that has the second
/// derivative.
inline constexpr llvm::StringLiteral kDifferentiatedAgainAttr =
    "sbp.differentiated_again";

/// The name of the locations of ops that compute cotangents.
inline constexpr llvm::StringLiteral kAdjointLocName = "adjoint of";

/// Returns the location of the ops that compute the cotangents of `op`: that of
/// `op` under the name kAdjointLocName.
mlir::Location getAdjointLoc(mlir::Operation *op);

/// Returns true if the type of `value` is a float, or a shaped type of floats;
/// false for complex numbers.
bool hasFloats(mlir::Value value);

} // namespace sbp

#include "sbp/Interfaces/DifferentiationInterfaces.h.inc"

#endif // SBP_INTERFACES_DIFFERENTIATIONINTERFACES_H
