//===- GivenPartials.cpp - where boxing must not make partial sums --------===//

#include "sbp/Analysis/Selection/GivenPartials.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

/// Whether the op reads operand `index`, and floats from it.
static bool readsFloats(const RuledOp &ruled, size_t index) {
  bool isShapeOnly =
      index < ruled.rule.shapeOnly.size() && ruled.rule.shapeOnly[index];
  return !isShapeOnly &&
         isa<FloatType>(getElementTypeOrSelf(ruled.operandTypes[index]));
}

/// On an axis along which no operand is split, what is partial goes through
/// because the op is linear in it, and what is whole may be its factor. Where
/// one is split, the op reduces, and an init that is partial is added.
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
      hasFactor |= other.isBroadcast() && readsFloats(ruled, i);
    }
    if (hasFactor && !isSplit)
      return true;
  }
  return false;
}

} // namespace sbp
