// Identity.h: neutral elements of combiners
#ifndef SBP_DIALECT_SBP_IR_IDENTITY_H
#define SBP_DIALECT_SBP_IR_IDENTITY_H

#include "mlir/IR/BuiltinAttributes.h"
#include "sbp/Calculus/Distribution.h"

namespace sbp {

/// The value that changes nothing when combined, bit-exactly: a float sum has
/// -0.0. Of the element type `type`, which the combiner must exist for.
mlir::TypedAttr getIdentityAttr(Combiner combiner, mlir::Type type);

} // namespace sbp

#endif // SBP_DIALECT_SBP_IR_IDENTITY_H
