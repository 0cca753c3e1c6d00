// RuleBuilding.h: building blocks of hand-written rules
#ifndef SBP_INTERFACES_RULEBUILDING_H
#define SBP_INTERFACES_RULEBUILDING_H

#include "sbp/Interfaces/SBPOpInterface.h"

namespace sbp {

/// Creates a parallel factor without dimensions; the caller sets them.
Factor makeFactor(mlir::Operation *op, int64_t extent);
/// Creates a factor that cannot be split, with the reason.
Factor makeBlockedFactor(mlir::Operation *op, int64_t extent,
                         std::string reason);

/// Returns the numbers of parts into which axes of `placement` can split a
/// dimension of `extent` such that a nested split equals a flat one: the legal
/// values of `Factor::blocks`.
llvm::SmallVector<int64_t> getPossibleParts(const Placement &placement,
                                            int64_t extent);

/// Declares that the op only moves elements: `operands` may be partial together
/// with any combiner of the element type, and all results are partial then.
void addMovement(Rule &rule, mlir::Operation *op,
                 llvm::ArrayRef<unsigned> operands);

/// Declares that the op is linear in `operands` together: they may be P(sum)
/// together, and all results are P(sum) then.
void addLinearity(Rule &rule, mlir::Operation *op,
                  llvm::ArrayRef<unsigned> operands);

/// Makes every dimension of the results a factor (for ops without tensor
/// operands, such as empty tensors and constants).
void addFreeDims(Rule &rule, mlir::Operation *op);

/// Allows P for every combiner whose identity is `literal`, the value of all
/// elements.
void addNeutralLiteral(Rule &rule, mlir::Operation *op,
                       mlir::Attribute literal);

/// Returns true if x (+) literal = x for all x. Both zeros count for a float
/// sum, because the sign of a zero sum is not compared.
bool isNeutral(Combiner combiner, mlir::Attribute literal);

} // namespace sbp

#endif // SBP_INTERFACES_RULEBUILDING_H
