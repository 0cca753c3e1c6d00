// SignatureEnumeration.cpp: all signatures of an op on a placement
//
// Each axis independently splits one factor of the rule, or passes one additive
// set through, or broadcasts; the signatures are the sound tuples of these
// choices. Example: a matmul on one axis has [S(0), B] -> [S(0)],
// [B, S(1)] -> [S(1)], [S(1), S(0)] -> [P(sum)], [P(sum), B] -> [P(sum)],
// [B, P(sum)] -> [P(sum)] and [B, B] -> [B].

#include "SignatureSpace.h"
#include "sbp/Calculus/Normalise.h"
#include "sbp/Interfaces/ElementTypes.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

bool isLegalCombiner(Combiner combiner, Type elementType) {
  const ElementType *element = findElementType(elementType);
  if (!isa<FloatType, IntegerType>(elementType) ||
      (element && !element->hasArithmetic))
    return false;
  ElementKind kind = isa<FloatType>(elementType) ? ElementKind::Float
                     : elementType.isInteger(1)  ? ElementKind::Boolean
                                                 : ElementKind::Integer;
  return !verifyCombiner(combiner, kind);
}

RuledOp::RuledOp(Rule rule, TypeRange operandTypes, TypeRange resultTypes)
    : rule(std::move(rule)), operandTypes(operandTypes),
      resultTypes(resultTypes) {}

RuledOp::RuledOp(Operation *op)
    : rule(cast<SBPOpInterface>(op).getRule()),
      operandTypes(op->getOperandTypes()), resultTypes(op->getResultTypes()) {}

std::vector<Signature> enumerateSignatures(const RuledOp &op,
                                           const Placement &placement) {
  std::vector<Signature> signatures;
  if (!op.rule.error.empty())
    return signatures;
  SignatureSpace space(op, placement);
  SmallVector<SmallVector<Choice>> choices;
  for (unsigned axis = 0; axis < placement.getNumAxes(); ++axis)
    choices.push_back(space.getChoices(axis, /*normalised=*/true));
  // Two tuples of choices may give the same signature: the first is kept.
  llvm::DenseMap<uint64_t, SmallVector<unsigned, 1>> seen;
  SmallVector<Choice> tuple;
  forEachTuple(choices, tuple, [&](ArrayRef<Choice> chosen) {
    Signature signature = space.build(chosen, {});
    if (!space.isLegal(chosen, signature))
      return false;
    auto &sameHash = seen[static_cast<uint64_t>(hash_value(signature)) >> 1];
    if (llvm::none_of(sameHash, [&](unsigned index) {
          return signatures[index] == signature;
        })) {
      sameHash.push_back(signatures.size());
      signatures.push_back(std::move(signature));
    }
    return false;
  });
  return signatures;
}

// A choice must reproduce the signature on its axis; axes of one rank accept
// any component, since all of them mean the whole value there.
bool isSoundSignature(const RuledOp &op, const Placement &placement,
                      const Signature &signature) {
  if (!op.rule.error.empty() ||
      signature.operands.size() != op.operandTypes.size() ||
      signature.results.size() != op.resultTypes.size())
    return false;
  SignatureSpace space(op, placement);
  auto fits = [&](const Choice &choice, unsigned axis) {
    for (auto [i, operand] : llvm::enumerate(signature.operands))
      if (operand.components[axis] != space.getOperand(choice, i))
        return false;
    for (auto [i, result] : llvm::enumerate(signature.results))
      if (result.components[axis] != space.getResult(choice, i))
        return false;
    return true;
  };
  SmallVector<SmallVector<Choice>> choices;
  for (unsigned axis = 0; axis < placement.getNumAxes(); ++axis) {
    choices.push_back(space.getChoices(axis, /*normalised=*/false));
    if (placement.axisSizes[axis] != 1)
      llvm::erase_if(choices.back(),
                     [&](const Choice &choice) { return !fits(choice, axis); });
  }
  SmallVector<Choice> tuple;
  return forEachTuple(choices, tuple, [&](ArrayRef<Choice> chosen) {
    return space.isLegal(chosen, signature);
  });
}

} // namespace sbp
