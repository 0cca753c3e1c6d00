// HiddenTerms.h: sums of products without the terms that a weight hides
//
// What a query does not see adds nothing to its sum, finite or not, but 0 times
// an infinity is NaN. A hidden key has weight 0, as one that a mask of large
// negative numbers hides, and the body leaves its term out:
//   %hidden = arith.cmpf oeq, %weight, %zero : f32
//   %product = arith.mulf %weight, %value : f32
//   %term = arith.select %hidden, %zero, %product : f32
// Targets with matrix products compute the plain sum and, where they can, the
// terms one by one only if a result is not finite.
#ifndef SBP_INTERFACES_HIDDENTERMS_H
#define SBP_INTERFACES_HIDDENTERMS_H

#include "mlir/IR/Builders.h"

namespace sbp {

/// Returns `term`, a float that depends on `weight`, or 0 where `weight`, a
/// float of any width, is 0. Built at the insertion point.
mlir::Value dropHidden(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value weight, mlir::Value term);

/// A term that dropHidden built.
struct HiddenTerm {
  mlir::Value weight, term;
};
/// Matches the result of dropHidden of a product with the weight, which may be
/// extended. Both values are null for any other value.
HiddenTerm matchHidden(mlir::Value value);
/// Returns true for an op that dropHidden built. It does not count as work:
/// kernels compute the plain sum as long as that is finite.
bool hidesTerm(mlir::Operation *op);

} // namespace sbp

#endif // SBP_INTERFACES_HIDDENTERMS_H
