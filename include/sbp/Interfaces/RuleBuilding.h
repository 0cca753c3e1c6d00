// RuleBuilding.h: building blocks of hand-written rules
#ifndef SBP_INTERFACES_RULEBUILDING_H
#define SBP_INTERFACES_RULEBUILDING_H

#include "sbp/Interfaces/SBPOpInterface.h"

namespace sbp {

/// A parallel factor that occurs nowhere yet; set its dims.
Factor makeFactor(mlir::Operation *op, int64_t extent);
Factor makeBlockedFactor(mlir::Operation *op, int64_t extent,
                         std::string reason);

/// Into how many parts some axes of `placement` can split a dim of `extent`,
/// where a nested split cuts as a flat one does: what `Factor::blocks` may be.
llvm::SmallVector<int64_t> getPossibleParts(const Placement &placement,
                                            int64_t extent);

/// The op only moves elements: `operands` may be partial together, with every
/// combiner of the element type, and so are all results then.
void addMovement(Rule &rule, mlir::Operation *op,
                 llvm::ArrayRef<unsigned> operands);

/// The op is linear in `operands` together: they may be P(sum) together, and so
/// are all results then.
void addLinearity(Rule &rule, mlir::Operation *op,
                  llvm::ArrayRef<unsigned> operands);

/// Every dim of the results is a factor that no operand has (empty, constants).
void addFreeDims(Rule &rule, mlir::Operation *op);

/// P of the combiners that `literal` is neutral for, out of nothing but it.
void addNeutralLiteral(Rule &rule, mlir::Operation *op,
                       mlir::Attribute literal);

/// Whether x (+) literal = x for all x. Both zeros count for a float sum: signs
/// of zeros behind sums are not compared.
bool isNeutral(Combiner combiner, mlir::Attribute literal);

} // namespace sbp

#endif // SBP_INTERFACES_RULEBUILDING_H
