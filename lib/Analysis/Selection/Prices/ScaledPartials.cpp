// ScaledPartials.cpp: signatures that multiply partial sums
//
// Example: y = a * b with a partial and b broadcast is sound if a's producer
// leaves partial sums. If a boxing created them, ranks other than the first
// would compute 0 * b, which is NaN where b is infinite.

#include "sbp/Analysis/Selection/Prices/ScaledPartials.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

/// Returns true if the op reads the values of operand `index` and they are
/// floats.
static bool readsFloats(const RuledOp &ruled, size_t index) {
  bool isShapeOnly =
      index < ruled.rule.shapeOnly.size() && ruled.rule.shapeOnly[index];
  return !isShapeOnly &&
         isa<FloatType>(getElementTypeOrSelf(ruled.operandTypes[index]));
}

/// Returns true if some additive set has both operands: the op is linear in the
/// two together, so it does not multiply one by the other.
static bool areAdded(const Rule &rule, size_t a, size_t b) {
  return any_of(rule.additive, [&](const AdditiveSet &set) {
    return set.combiner == Combiner::Sum && set.operands[a] && set.operands[b];
  });
}

/// Along an axis on which no operand is split, a partial operand is allowed
/// since the op is linear in it, and a broadcast operand may be its factor,
/// unless the two are added (an init and a product). Along an axis on which an
/// operand is split the op reduces, so a partial init is added, not multiplied.
bool scalesPartialSum(const RuledOp &ruled, const Signature &signature,
                      size_t index) {
  const Distribution &own = signature.operands[index];
  if (!readsFloats(ruled, index))
    return false;
  for (auto [axis, component] : enumerate(own.components)) {
    if (!component.isPartial() || component.combiner != Combiner::Sum)
      continue;
    bool isSplit = false, hasFactor = false;
    for (size_t i = 0; i < signature.operands.size(); ++i) {
      const Component &other = signature.operands[i].components[axis];
      isSplit |= other.isSplit();
      hasFactor |= other.isBroadcast() && readsFloats(ruled, i) &&
                   !areAdded(ruled.rule, index, i);
    }
    if (hasFactor && !isSplit)
      return true;
  }
  return false;
}

bool scalesCreatedPartialSum(const RuledOp &ruled, const Signature &signature,
                             ArrayRef<bool> mayBePartial) {
  for (auto [index, isGiven] : enumerate(mayBePartial))
    if (!isGiven && scalesPartialSum(ruled, signature, index))
      return true;
  return false;
}

} // namespace sbp
