// Identity.h: neutral elements of combiners, and their ops on scalars
#ifndef SBP_DIALECT_SBP_IR_IDENTITY_H
#define SBP_DIALECT_SBP_IR_IDENTITY_H

#include "mlir/IR/Builders.h"
#include "sbp/Calculus/Distribution.h"

namespace sbp {

/// The value that changes nothing when combined, bit-exactly: a float sum has
/// -0.0. Of the element type `type`, which the combiner must exist for.
mlir::TypedAttr getIdentityAttr(Combiner combiner, mlir::Type type);

/// Builds the scalar that `combiner` makes of `a` and `b`, of an element type
/// that the combiner exists for.
mlir::Value buildCombination(mlir::OpBuilder &builder, mlir::Location loc,
                             Combiner combiner, mlir::Value a, mlir::Value b);

} // namespace sbp

#endif // SBP_DIALECT_SBP_IR_IDENTITY_H
