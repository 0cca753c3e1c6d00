// RuleBuilding.h: building blocks of hand-written rules
#ifndef SBP_INTERFACES_RULEBUILDING_H
#define SBP_INTERFACES_RULEBUILDING_H

#include "sbp/Interfaces/SBPOpInterface.h"

namespace sbp {

/// Creates a parallel factor of `extent` elements, with an empty dimension for
/// each operand and result of `op`; the caller sets them.
Factor makeFactor(mlir::Operation *op, int64_t extent);
/// Creates a factor like `makeFactor` that cannot be split, with the reason for
/// messages.
Factor makeBlockedFactor(mlir::Operation *op, int64_t extent,
                         std::string reason);

/// Returns the numbers of parts, each above 1, into which axes of `placement`
/// can split a dimension of `extent` such that a nested split equals a flat
/// one: the legal values of `Factor::blocks`. Empty if all axes have size 1.
llvm::SmallVector<int64_t> getPossibleParts(const Placement &placement,
                                            int64_t extent);

/// Declares that the op only moves elements: `operands` may be partial together
/// with any combiner that is legal for the element type of result #0, and all
/// results are partial then.
void addMovement(Rule &rule, mlir::Operation *op,
                 llvm::ArrayRef<unsigned> operands);

/// Declares that the op is linear in `operands` together: they may be P(sum)
/// together, and all results are P(sum) then.
void addLinearity(Rule &rule, mlir::Operation *op,
                  llvm::ArrayRef<unsigned> operands);

/// Makes every dimension of result #0 a factor (for ops with one result and
/// without tensor operands, such as empty tensors and constants).
void addFreeDims(Rule &rule, mlir::Operation *op);

/// Allows P(sum) for results whose elements are all `literal` if it is 0, and
/// P(prod) if it is 1. Adds nothing for other literals, a null one, or if the
/// combiner is illegal for the element type of result #0.
void addNeutralLiteral(Rule &rule, mlir::Operation *op,
                       mlir::Attribute literal);

/// Returns true if `literal` is 0 and the combiner is sum, or 1 and it is prod.
/// Both zeros count for a float sum, because the sign of a zero sum is not
/// compared. False for all other combiners and for attributes that are no
/// number, null included.
bool isNeutral(Combiner combiner, mlir::Attribute literal);

} // namespace sbp

#endif // SBP_INTERFACES_RULEBUILDING_H
