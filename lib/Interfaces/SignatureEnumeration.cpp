//===- SignatureEnumeration.cpp - signatures from rules -------------------===//

#include "sbp/Interfaces/SignatureEnumeration.h"
#include "sbp/Calculus/Normalise.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

bool isLegalCombiner(Combiner combiner, Type elementType) {
  if (!isa<FloatType, IntegerType>(elementType))
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

namespace {

/// What one axis does to the op: nothing (all-B), split a factor, or use the
/// op's additivity.
struct Choice {
  const Factor *factor = nullptr;
  const AdditiveSet *additive = nullptr;
};

/// The signatures of one op on one placement.
class SignatureSpace {
public:
  SignatureSpace(const RuledOp &op, const Placement &placement);

  /// The choices of one axis; without dims of extent 1 if `normalised`.
  SmallVector<Choice> getChoices(unsigned axis, bool normalised) const;
  Component getOperand(const Choice &choice, unsigned index) const;
  Component getResult(const Choice &choice, unsigned index) const;
  /// The signature of one choice per axis; `order` is kept where it matters.
  Signature build(ArrayRef<Choice> choices, ArrayRef<int64_t> order) const;
  /// The conditions of calculus.md B.4.
  bool isLegal(ArrayRef<Choice> choices, const Signature &signature) const;

  bool isTensorOperand(unsigned index) const {
    return isa<RankedTensorType>(op.operandTypes[index]);
  }
  bool isShapeOnly(unsigned index) const {
    return index < op.rule.shapeOnly.size() && op.rule.shapeOnly[index];
  }
  const RuledOp &op;
  const Placement &placement;

private:
  Distribution finish(Distribution distribution, ArrayRef<int64_t> order) const;
  bool combinersAgree(const Signature &signature) const;
  std::optional<SmallVector<int64_t>>
  getNesting(const Signature &signature) const;
  bool blocksAllow(ArrayRef<Choice> choices) const;
  bool extentsAllow(ArrayRef<Choice> choices, ArrayRef<int64_t> nesting) const;
};

} // namespace

SignatureSpace::SignatureSpace(const RuledOp &op, const Placement &placement)
    : op(op), placement(placement) {}

SmallVector<Choice> SignatureSpace::getChoices(unsigned axis,
                                               bool normalised) const {
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

/// Entry `index` of a per-value list that may be left empty.
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

/// Keeps `order` only where two axes split one dim in another than the default
/// sequence.
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

static bool combinerIsLegal(const Distribution &distribution, Type type) {
  std::optional<Combiner> combiner = distribution.getCombiner();
  if (!combiner)
    return true;
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isLegalCombiner(*combiner, tensor.getElementType()) &&
         llvm::all_of(distribution.components, [&](const Component &c) {
           return !c.isPartial() || c.combiner == *combiner;
         });
}

bool SignatureSpace::combinersAgree(const Signature &signature) const {
  return llvm::all_of(llvm::zip_equal(signature.operands, op.operandTypes),
                      [](auto pair) {
                        return combinerIsLegal(std::get<0>(pair),
                                               std::get<1>(pair));
                      }) &&
         llvm::all_of(
             llvm::zip_equal(signature.results, op.resultTypes), [](auto pair) {
               return combinerIsLegal(std::get<0>(pair), std::get<1>(pair));
             });
}

/// The sequence of axes in which every value that cares is cut, or nothing if
/// two values disagree.
std::optional<SmallVector<int64_t>>
SignatureSpace::getNesting(const Signature &signature) const {
  unsigned axes = placement.getNumAxes();
  SmallVector<SmallBitVector> outside(axes, SmallBitVector(axes));
  auto collect = [&](const Distribution &distribution) {
    for (unsigned i = 0; i < axes; ++i)
      for (unsigned j = i + 1; j < axes; ++j) {
        int64_t outer = distribution.getAxis(i),
                inner = distribution.getAxis(j);
        const Component &a = distribution.components[outer];
        if (a.isSplit() && a == distribution.components[inner])
          outside[inner].set(outer);
      }
  };
  llvm::for_each(signature.operands, collect);
  llvm::for_each(signature.results, collect);
  SmallVector<int64_t> nesting;
  SmallBitVector placed(axes);
  while (nesting.size() < axes) {
    unsigned axis = 0;
    while (axis < axes && (placed[axis] || outside[axis].test(placed)))
      ++axis;
    if (axis == axes)
      return std::nullopt;
    placed.set(axis);
    nesting.push_back(axis);
  }
  return nesting;
}

/// Splits every extent in `extents` into `parts`: at most two sizes each.
static SmallVector<int64_t> splitExtents(ArrayRef<int64_t> extents,
                                         int64_t parts) {
  SmallVector<int64_t> result;
  for (int64_t extent : extents) {
    result.push_back(extent / parts);
    result.push_back(llvm::divideCeil(extent, parts));
  }
  llvm::sort(result);
  result.erase(llvm::unique(result), result.end());
  return result;
}

/// Whether `axes` cut a dim into the pieces that the factor has one result
/// each for: as many, and a nested split cuts where a flat one does.
static bool matchesBlocks(const Factor &factor, ArrayRef<int64_t> axisSizes) {
  int64_t parts = 1;
  for (int64_t size : axisSizes)
    parts *= size;
  int64_t rest = factor.extent % factor.blocks;
  bool isFlat = axisSizes.size() == 1 || rest <= 1 || rest == parts - 1;
  return parts == factor.blocks && isFlat;
}

/// What `blocks` of the factors asks for.
bool SignatureSpace::blocksAllow(ArrayRef<Choice> choices) const {
  return llvm::all_of(op.rule.factors, [&](const Factor &factor) {
    SmallVector<int64_t> sizes;
    for (auto [axis, choice] : llvm::enumerate(choices))
      if (choice.factor == &factor)
        sizes.push_back(placement.axisSizes[axis]);
    return !factor.blocks || sizes.empty() || matchesBlocks(factor, sizes);
  });
}

bool SignatureSpace::extentsAllow(ArrayRef<Choice> choices,
                                  ArrayRef<int64_t> nesting) const {
  ArrayRef<Factor> factors = op.rule.factors;
  auto extents = map_to_vector(factors, [](const Factor &factor) {
    return SmallVector<int64_t>{factor.extent};
  });
  for (int64_t axis : nesting) {
    const Factor *factor = choices[axis].factor;
    if (!factor)
      continue;
    int64_t parts = placement.axisSizes[axis];
    SmallVector<int64_t> &mine = extents[factor - factors.begin()];
    bool leadingIsOne = llvm::all_of(factor->leading, [&](unsigned index) {
      return extents[index].size() == 1 && extents[index].front() == 1;
    });
    bool divides =
        llvm::all_of(mine, [&](int64_t extent) { return extent % parts == 0; });
    if (!leadingIsOne || !(factor->trailing == 1 || divides))
      return false;
    mine = splitExtents(mine, parts);
    if (factor->needsNonEmpty && mine.front() == 0)
      return false;
  }
  return true;
}

/// All axes that split a dim split the same windows of it, and pieces with
/// halos are whole values.
static bool windowsAgree(const Distribution &distribution) {
  if (distribution.hasWindows() && distribution.hasPartial())
    return false;
  for (const Component &a : distribution.components)
    for (const Component &b : distribution.components)
      if (a.isSplit() && b.isSplit(a.dim) && a.windows != b.windows)
        return false;
  return true;
}

bool SignatureSpace::isLegal(ArrayRef<Choice> choices,
                             const Signature &signature) const {
  if (!combinersAgree(signature) ||
      !llvm::all_of(signature.operands, windowsAgree) ||
      !llvm::all_of(signature.results, windowsAgree))
    return false;
  std::optional<SmallVector<int64_t>> nesting = getNesting(signature);
  return nesting && blocksAllow(choices) && extentsAllow(choices, *nesting);
}

/// Calls `visit` with every tuple of one choice per axis; stops at true.
static bool forEachTuple(ArrayRef<SmallVector<Choice>> choices,
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

std::vector<Signature> enumerateSignatures(const RuledOp &op,
                                           const Placement &placement) {
  std::vector<Signature> signatures;
  if (!op.rule.error.empty())
    return signatures;
  SignatureSpace space(op, placement);
  SmallVector<SmallVector<Choice>> choices;
  for (unsigned axis = 0; axis < placement.getNumAxes(); ++axis)
    choices.push_back(space.getChoices(axis, /*normalised=*/true));
  // Two choices may look alike from outside: the first is kept.
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

/// Whether a value that is `found` on an axis may be read as `wanted` there.
static bool accepts(const Component &wanted, const Component &found,
                    int64_t axisSize, bool exact) {
  if (wanted == found || axisSize == 1)
    return true;
  return !exact && wanted.isPartial() && found.isBroadcast() &&
         isIdempotent(wanted.combiner);
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

/// Whether the operands, as they are distributed, may be read as `signature`
/// says, however both are written.
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
