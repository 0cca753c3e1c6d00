// Identity.h: neutral elements of combiners, and their ops on scalars
#ifndef SBP_DIALECT_SBP_IR_IDENTITY_H
#define SBP_DIALECT_SBP_IR_IDENTITY_H

#include "mlir/IR/Builders.h"
#include "sbp/Calculus/Distribution.h"

namespace sbp {

/// Returns the value of the element type `type` that changes nothing when
/// combined, bit-exactly: a float sum has -0.0. `type` is a float or integer
/// that the combiner is legal for.
mlir::TypedAttr getIdentityAttr(Combiner combiner, mlir::Type type);

/// Builds the op that combines `a` and `b`, scalars of one type that the
/// combiner is legal for, and returns its result, of the same type.
mlir::Value buildCombination(mlir::OpBuilder &builder, mlir::Location loc,
                             Combiner combiner, mlir::Value a, mlir::Value b);

} // namespace sbp

#endif // SBP_DIALECT_SBP_IR_IDENTITY_H
