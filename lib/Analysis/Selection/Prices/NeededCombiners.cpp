// NeededCombiners.cpp: removes combiners that no optimal choice needs
//
// The uses of an op are its factors and additive sets, written as lists of
// codes: a combiner where the use makes a value partial. Combiner c replaces d
// if every use of d, with c in its place, is a use of the same op again.
// Example: relu has the uses (max -> max) and (min -> min), so either replaces
// the other.

#include "NeededCombiners.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace sbp {

/// Codes of a use that are no combiners; combiners are from 0.
static constexpr int kNoCombiner = -1, kSeparator = -2;

static int getCode(std::optional<Combiner> combiner) {
  return combiner ? static_cast<int>(*combiner) : kNoCombiner;
}

/// The index keeps splits of different factors apart.
NeededCombiners::Use NeededCombiners::getUse(const Factor &factor,
                                             size_t index) {
  Use use;
  for (auto combiner : factor.operandCombiners)
    use.push_back(getCode(combiner));
  use.push_back(kSeparator);
  for (auto combiner : factor.combiners)
    use.push_back(getCode(combiner));
  use.push_back(kSeparator - 1 - static_cast<int>(index));
  return use;
}

NeededCombiners::Use NeededCombiners::getUse(const AdditiveSet &additive) {
  Use use;
  for (bool operand : additive.operands)
    use.push_back(operand ? getCode(additive.combiner) : kNoCombiner);
  use.push_back(kSeparator);
  for (auto combiner : additive.results)
    use.push_back(getCode(combiner));
  return use;
}

static bool hasAny(ArrayRef<std::optional<Windows>> windows) {
  return any_of(windows, [](const auto &some) { return some.has_value(); });
}

/// Returns true if the factor can be split independently of all others, and
/// every result is split with it.
static bool isPlain(const Factor &factor) {
  return factor.kind == Factor::Kind::Parallel && factor.trailing == 1 &&
         factor.leading.empty() && factor.before.empty() &&
         !factor.needsNonEmpty && factor.blocks == 0 &&
         !hasAny(factor.operandWindows) && !hasAny(factor.resultWindows) &&
         all_of(factor.resultDims,
                [](std::optional<int64_t> dim) { return dim.has_value(); });
}

/// Returns true if `op` reads a single tensor and can split each of its
/// dimensions over all axes.
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
        isProduced[static_cast<int>(*combiner)] = true;
    uses.uses.push_back(getUse(factor, i));
  }
  for (const AdditiveSet &additive : op.rule.additive) {
    uses.uses.push_back(getUse(additive));
    hasIrreplaceableUse |= isIdempotent(additive.combiner) &&
                           !canBeCutInstead(op, additive, ranks);
  }
  llvm::sort(uses.uses);
  ops.insert(std::move(uses));
}

void NeededCombiners::addAnnotation(const Placement &placement,
                                    const Distribution &distribution,
                                    ArrayRef<int64_t> shape) {
  SmallVector<int64_t> rest(shape);
  for (auto [size, component] :
       zip_equal(placement.axisSizes, distribution.components)) {
    if (component.isPartial())
      isProduced[static_cast<int>(component.combiner)] = true;
    // A dimension with fewer elements than parts cannot be split further by
    // ops.
    if (component.isSplit() && size > 1)
      hasIrreplaceableUse |= (rest[component.dim] /= size) == 0;
  }
}

/// Returns true if each use of `dropped` is a use of `other` after replacement.
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
    if (isProduced[i] || !isIdempotent(dropped))
      continue;
    for (unsigned j = 0; j < numCombiners && !isDropped[i]; ++j) {
      auto other = static_cast<Combiner>(j);
      isDropped[i] = i != j && !isDropped[j] && isIdempotent(other) &&
                     replaces(other, dropped);
    }
  }
  if (!hasIrreplaceableUse && !is_contained(isProduced, true))
    for (unsigned i = 0; i < numCombiners; ++i)
      isDropped[i] |= isIdempotent(static_cast<Combiner>(i));
}

bool NeededCombiners::dropUnproduced() {
  if (is_contained(isProduced, true))
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
