// SignatureMatching.cpp: signatures that accept operands without a conversion
//
// Exact matches on each axis come first, then those that read a broadcast value
// as partial under an idempotent combiner (max(x, x) = x), then signatures
// whose operands subsume the given ones in another spelling.

#include "SignatureSpace.h"
#include "sbp/Calculus/Normalise.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

/// Returns whether a value with `found` on an axis may be read as `required`.
static bool accepts(const Component &required, const Component &found,
                    int64_t axisSize, bool exact) {
  if (required == found || axisSize == 1)
    return true;
  return !exact && required.isPartial() && found.isBroadcast() &&
         isIdempotent(required.combiner);
}

static std::vector<Signature>
findMatching(const SignatureSpace &space,
             ArrayRef<std::optional<Distribution>> operands, bool exact) {
  SmallVector<int64_t> order;
  SmallVector<SmallVector<Choice>> choices;
  auto constrains = [&](unsigned index) {
    return operands[index] && space.isTensorOperand(index) &&
           !space.isShapeOnly(index);
  };
  for (unsigned i = 0; i < operands.size(); ++i)
    if (constrains(i) && !operands[i]->order.empty())
      order.assign(operands[i]->order.begin(), operands[i]->order.end());
  for (unsigned axis = 0; axis < space.placement.getNumAxes(); ++axis) {
    choices.push_back(space.getChoices(axis, /*normalised=*/false));
    llvm::erase_if(choices.back(), [&](const Choice &choice) {
      for (unsigned i = 0; i < operands.size(); ++i)
        if (constrains(i) &&
            !accepts(space.getOperand(choice, i), operands[i]->components[axis],
                     space.placement.axisSizes[axis], exact))
          return true;
      return false;
    });
  }
  std::vector<Signature> signatures;
  SmallVector<Choice> tuple;
  forEachTuple(choices, tuple, [&](ArrayRef<Choice> chosen) {
    Signature signature = space.build(chosen, order);
    for (unsigned i = 0; i < operands.size(); ++i)
      if (constrains(i) && exact)
        signature.operands[i].order = operands[i]->order;
    if (space.isLegal(chosen, signature) &&
        !llvm::is_contained(signatures, signature))
      signatures.push_back(std::move(signature));
    return false;
  });
  return signatures;
}

/// Returns whether the operands may be read as `signature` requires, whichever
/// of the equal spellings of a distribution either side uses.
static bool acceptsOperands(const SignatureSpace &space,
                            const Signature &signature,
                            ArrayRef<std::optional<Distribution>> operands) {
  for (auto [i, found] : llvm::enumerate(operands)) {
    if (!found || !space.isTensorOperand(i) || space.isShapeOnly(i))
      continue;
    auto type = cast<RankedTensorType>(space.op.operandTypes[i]);
    if (!isSubsumed(space.placement, *found, space.placement,
                    signature.operands[i], type.getShape()))
      return false;
  }
  return true;
}

std::vector<Signature>
signaturesFor(const RuledOp &op, const Placement &placement,
              ArrayRef<std::optional<Distribution>> operands) {
  if (!op.rule.error.empty())
    return {};
  SignatureSpace space(op, placement);
  for (bool exact : {true, false}) {
    std::vector<Signature> found = findMatching(space, operands, exact);
    if (!found.empty())
      return found;
  }
  std::vector<Signature> signatures = enumerateSignatures(op, placement);
  llvm::erase_if(signatures, [&](const Signature &signature) {
    return !acceptsOperands(space, signature, operands);
  });
  return signatures;
}

} // namespace sbp
