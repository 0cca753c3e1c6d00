// SignatureSpace.cpp: the choices of one axis for an op, and what they give

#include "SignatureSpace.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

SignatureSpace::SignatureSpace(const RuledOp &op, const Placement &placement)
    : op(op), placement(placement) {}

SmallVector<Choice> SignatureSpace::getChoices(unsigned axis,
                                               bool normalised) const {
  // The first choice, without factor and additive set, broadcasts everything.
  SmallVector<Choice> choices(1);
  if (!op.rule.refusal.empty() || placement.axisSizes[axis] == 1)
    return choices;
  for (const Factor &factor : op.rule.factors)
    if (factor.kind != Factor::Kind::Blocked &&
        !(normalised && factor.extent == 1))
      choices.push_back({&factor, nullptr});
  for (const AdditiveSet &additive : op.rule.additive)
    choices.push_back({nullptr, &additive});
  return choices;
}

/// Returns entry `index` of a per-value list; a list may be shorter than the
/// number of values, and its missing entries are empty.
template <typename List>
static typename List::value_type lookup(const List &list, unsigned index) {
  return index < list.size() ? list[index] : std::nullopt;
}

Component SignatureSpace::getOperand(const Choice &choice,
                                     unsigned index) const {
  if (choice.factor) {
    if (std::optional<int64_t> dim = lookup(choice.factor->operandDims, index))
      return Component::split(*dim,
                              lookup(choice.factor->operandWindows, index));
    if (auto combiner = lookup(choice.factor->operandCombiners, index);
        combiner && !isShapeOnly(index))
      return Component::partial(*combiner);
  }
  if (choice.additive && choice.additive->operands[index])
    return Component::partial(choice.additive->combiner);
  return Component::broadcast();
}

Component SignatureSpace::getResult(const Choice &choice,
                                    unsigned index) const {
  std::optional<Combiner> combiner;
  if (choice.factor) {
    if (std::optional<int64_t> dim = lookup(choice.factor->resultDims, index))
      return Component::split(*dim,
                              lookup(choice.factor->resultWindows, index));
    combiner = lookup(choice.factor->combiners, index);
  }
  if (choice.additive)
    combiner = lookup(choice.additive->results, index);
  return combiner ? Component::partial(*combiner) : Component::broadcast();
}

/// Keeps `order` only if two axes split one dimension in another order than the
/// default, outer axis first: equal distributions must compare equal.
Distribution SignatureSpace::finish(Distribution distribution,
                                    ArrayRef<int64_t> order) const {
  for (auto [i, outer] : llvm::enumerate(order))
    for (int64_t inner : order.drop_front(i + 1)) {
      const Component &a = distribution.components[outer];
      if (inner < outer && a.isSplit() && a == distribution.components[inner])
        distribution.order.assign(order.begin(), order.end());
    }
  return distribution;
}

Signature SignatureSpace::build(ArrayRef<Choice> choices,
                                ArrayRef<int64_t> order) const {
  Signature signature;
  for (unsigned i = 0, e = op.operandTypes.size(); i < e; ++i) {
    Distribution distribution;
    for (const Choice &choice : choices)
      distribution.components.push_back(getOperand(choice, i));
    signature.operands.push_back(finish(std::move(distribution), order));
  }
  for (unsigned i = 0, e = op.resultTypes.size(); i < e; ++i) {
    Distribution distribution;
    for (const Choice &choice : choices)
      distribution.components.push_back(getResult(choice, i));
    signature.results.push_back(finish(std::move(distribution), order));
  }
  return signature;
}

// Depth-first over the product of the choices: axes are few, tuples are many.
bool forEachTuple(ArrayRef<SmallVector<Choice>> choices,
                  SmallVectorImpl<Choice> &tuple,
                  llvm::function_ref<bool(ArrayRef<Choice>)> visit) {
  if (tuple.size() == choices.size())
    return visit(tuple);
  for (const Choice &choice : choices[tuple.size()]) {
    tuple.push_back(choice);
    bool stop = forEachTuple(choices, tuple, visit);
    tuple.pop_back();
    if (stop)
      return true;
  }
  return false;
}

} // namespace sbp
