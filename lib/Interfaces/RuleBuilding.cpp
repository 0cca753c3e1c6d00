// RuleBuilding.cpp: building blocks of hand-written sharding rules

#include "sbp/Interfaces/RuleBuilding.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "sbp/Interfaces/SignatureEnumeration.h"
#include "llvm/ADT/SetVector.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

Factor makeFactor(Operation *op, int64_t extent) {
  Factor factor;
  factor.extent = extent;
  factor.operandDims.resize(op->getNumOperands());
  factor.resultDims.resize(op->getNumResults());
  return factor;
}

Factor makeBlockedFactor(Operation *op, int64_t extent, std::string reason) {
  Factor factor = makeFactor(op, extent);
  factor.kind = Factor::Kind::Blocked;
  factor.reason = std::move(reason);
  return factor;
}

// A nested split over several axes gives the same pieces as one split into
// their product only if the remainder is 0, 1 or product - 1; other products
// are left out.
SmallVector<int64_t> getPossibleParts(const Placement &placement,
                                      int64_t extent) {
  SmallSetVector<int64_t, 4> parts;
  unsigned axes = placement.getNumAxes();
  for (unsigned subset = 1; subset < 1u << axes; ++subset) {
    int64_t product = 1;
    for (unsigned axis = 0; axis < axes; ++axis)
      if (subset >> axis & 1)
        product *= placement.axisSizes[axis];
    int64_t rest = extent % product;
    bool isFlat = popcount(subset) == 1 || rest <= 1 || rest == product - 1;
    if (product > 1 && isFlat)
      parts.insert(product);
  }
  return parts.takeVector();
}

static AdditiveSet makeSet(Operation *op, Combiner combiner,
                           ArrayRef<unsigned> operands) {
  AdditiveSet set;
  set.combiner = combiner;
  set.operands.resize(op->getNumOperands(), false);
  for (unsigned operand : operands)
    set.operands[operand] = true;
  set.results.resize(op->getNumResults(), combiner);
  return set;
}

// Ops that move elements unchanged (transpose, slice) are linear under every
// combiner that the element type has.
void addMovement(Rule &rule, Operation *op, ArrayRef<unsigned> operands) {
  Type elementType = getElementTypeOrSelf(op->getResult(0));
  for (unsigned i = 0; i < numCombiners; ++i)
    if (auto combiner = static_cast<Combiner>(i);
        isLegalCombiner(combiner, elementType))
      rule.additive.push_back(makeSet(op, combiner, operands));
}

void addLinearity(Rule &rule, Operation *op, ArrayRef<unsigned> operands) {
  rule.additive.push_back(makeSet(op, Combiner::Sum, operands));
}

void addFreeDims(Rule &rule, Operation *op) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  for (auto [dim, extent] : llvm::enumerate(type.getShape())) {
    rule.factors.push_back(makeFactor(op, extent));
    rule.factors.back().resultDims[0] = dim;
  }
}

// A neutral literal is partial without a conversion: combined over any number
// of ranks it remains the literal (0 + 0 = 0, 1 * 1 = 1).
bool isNeutral(Combiner combiner, Attribute literal) {
  if (combiner != Combiner::Sum && combiner != Combiner::Prod)
    return false;
  bool isSum = combiner == Combiner::Sum;
  if (auto number = dyn_cast_or_null<FloatAttr>(literal))
    return isSum ? number.getValue().isZero()
                 : number.getValue().isExactlyValue(1.0);
  if (auto number = dyn_cast_or_null<IntegerAttr>(literal))
    return isSum ? number.getValue().isZero() : number.getValue().isOne();
  return false;
}

void addNeutralLiteral(Rule &rule, Operation *op, Attribute literal) {
  Type elementType = getElementTypeOrSelf(op->getResult(0));
  for (Combiner combiner : {Combiner::Sum, Combiner::Prod})
    if (isLegalCombiner(combiner, elementType) && isNeutral(combiner, literal))
      rule.additive.push_back(makeSet(op, combiner, {}));
}

} // namespace sbp
