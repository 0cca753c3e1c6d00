// NeededCombiners.cpp: kinds of partial values that a choice can do without

#include "NeededCombiners.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace sbp {

/// Codes of a use: what is not a combiner, then the combiners.
static constexpr int none = -1, apart = -2;

static int getCode(std::optional<Combiner> combiner) {
  return combiner ? static_cast<int>(*combiner) : none;
}

/// Splits of different factors are different uses.
NeededCombiners::Use NeededCombiners::getUse(const Factor &factor,
                                             size_t index) {
  Use use;
  for (auto combiner : factor.operandCombiners)
    use.push_back(getCode(combiner));
  use.push_back(apart);
  for (auto combiner : factor.combiners)
    use.push_back(getCode(combiner));
  use.push_back(apart - 1 - static_cast<int>(index));
  return use;
}

NeededCombiners::Use NeededCombiners::getUse(const AdditiveSet &additive) {
  Use use;
  for (bool operand : additive.operands)
    use.push_back(operand ? getCode(additive.combiner) : none);
  use.push_back(apart);
  for (auto combiner : additive.results)
    use.push_back(getCode(combiner));
  return use;
}

static bool hasAny(ArrayRef<std::optional<Windows>> windows) {
  return any_of(windows, [](const auto &some) { return some.has_value(); });
}

/// The factor can be split whatever else is, and every result follows.
static bool isPlain(const Factor &factor) {
  return factor.kind == Factor::Kind::Parallel && factor.trailing == 1 &&
         factor.leading.empty() && factor.before.empty() &&
         !factor.needsNonEmpty && factor.blocks == 0 &&
         !hasAny(factor.operandWindows) && !hasAny(factor.resultWindows) &&
         all_of(factor.resultDims,
                [](std::optional<int64_t> dim) { return dim.has_value(); });
}

/// One tensor alone is read, and may be cut along any dim by all axes.
static bool canBeCutInstead(const RuledOp &op, const AdditiveSet &additive,
                            int64_t ranks) {
  std::optional<unsigned> read;
  for (auto [i, type] : enumerate(op.operandTypes)) {
    if (!isa<mlir::RankedTensorType>(type) ||
        (i < op.rule.shapeOnly.size() && op.rule.shapeOnly[i]))
      continue;
    if (read || !additive.operands[i])
      return false;
    read = i;
  }
  if (!read)
    return false;
  auto shape = cast<mlir::RankedTensorType>(op.operandTypes[*read]).getShape();
  return all_of(enumerate(shape), [&](auto pair) {
    auto [dim, extent] = pair;
    auto isCut = [&](const Factor &factor) {
      return isPlain(factor) &&
             factor.operandDims[*read] == static_cast<int64_t>(dim);
    };
    return extent == 1 || (extent >= ranks && any_of(op.rule.factors, isCut));
  });
}

void NeededCombiners::addOp(const RuledOp &op, int64_t ranks) {
  Op uses;
  for (auto [i, factor] : enumerate(op.rule.factors)) {
    if (factor.kind == Factor::Kind::Blocked)
      continue;
    for (auto combiner : factor.combiners)
      if (combiner)
        isMade[static_cast<int>(*combiner)] = true;
    uses.uses.push_back(getUse(factor, i));
  }
  for (const AdditiveSet &additive : op.rule.additive) {
    uses.uses.push_back(getUse(additive));
    isTakenOtherwise |= isIdempotent(additive.combiner) &&
                        !canBeCutInstead(op, additive, ranks);
  }
  llvm::sort(uses.uses);
  ops.insert(std::move(uses));
}

void NeededCombiners::addGiven(const Placement &placement,
                               const Distribution &distribution,
                               ArrayRef<int64_t> shape) {
  SmallVector<int64_t> rest(shape);
  for (auto [size, component] :
       zip_equal(placement.axisSizes, distribution.components)) {
    if (component.isPartial())
      isMade[static_cast<int>(component.combiner)] = true;
    // Cut more often than ops can follow.
    if (component.isSplit() && size > 1)
      isTakenOtherwise |= (rest[component.dim] /= size) == 0;
  }
}

/// Every use of `dropped` by an op is one of `other` as well.
bool NeededCombiners::replaces(Combiner other, Combiner dropped) const {
  int from = static_cast<int>(dropped), to = static_cast<int>(other);
  return all_of(ops, [&](const Op &op) {
    return all_of(op.uses, [&](const Use &use) {
      Use image = use;
      std::replace(image.begin(), image.end(), from, to);
      return image == use ||
             std::binary_search(op.uses.begin(), op.uses.end(), image);
    });
  });
}

void NeededCombiners::decide() {
  for (unsigned i = numCombiners; i-- > 0;) {
    auto dropped = static_cast<Combiner>(i);
    if (isMade[i] || !isIdempotent(dropped))
      continue;
    for (unsigned j = 0; j < numCombiners && !isDropped[i]; ++j) {
      auto other = static_cast<Combiner>(j);
      isDropped[i] = i != j && !isDropped[j] && isIdempotent(other) &&
                     replaces(other, dropped);
    }
  }
  if (!isTakenOtherwise && !is_contained(isMade, true))
    for (unsigned i = 0; i < numCombiners; ++i)
      isDropped[i] |= isIdempotent(static_cast<Combiner>(i));
}

bool NeededCombiners::dropUnmade() {
  if (is_contained(isMade, true))
    return false;
  bool isNew = false;
  for (bool &dropped : isDropped)
    isNew |= !std::exchange(dropped, true);
  return isNew;
}

RuledOp NeededCombiners::reduce(const RuledOp &op) const {
  RuledOp reduced = op;
  erase_if(reduced.rule.additive, [&](const AdditiveSet &additive) {
    return any_of(getUse(additive),
                  [&](int code) { return code >= 0 && isDropped[code]; });
  });
  return reduced;
}

} // namespace sbp
