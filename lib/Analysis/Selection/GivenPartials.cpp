// GivenPartials.cpp: where boxing must not make partial sums

#include "sbp/Analysis/Selection/GivenPartials.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

/// Whether the op reads the values of operand `index`, and these are floats.
static bool readsFloats(const RuledOp &ruled, size_t index) {
  bool isShapeOnly =
      index < ruled.rule.shapeOnly.size() && ruled.rule.shapeOnly[index];
  return !isShapeOnly &&
         isa<FloatType>(getElementTypeOrSelf(ruled.operandTypes[index]));
}

/// Whether some additive set holds both operands: the op is linear in them
/// together, so that it multiplies none of them by the other.
static bool areAdded(const Rule &rule, size_t a, size_t b) {
  return any_of(rule.additive, [&](const AdditiveSet &set) {
    return set.combiner == Combiner::Sum && set.operands[a] && set.operands[b];
  });
}

/// On an axis along which no operand is split, what is partial goes through
/// because the op is linear in it, and what is whole may be its factor, unless
/// both may be added: an init, to which a product is. Where one is split, the
/// op reduces, and an init that is partial is added.
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

bool scalesMadePartialSum(const RuledOp &ruled, const Signature &signature,
                          ArrayRef<bool> mayBeGiven) {
  for (auto [index, isGiven] : enumerate(mayBeGiven))
    if (!isGiven && scalesPartialSum(ruled, signature, index))
      return true;
  return false;
}

} // namespace sbp
