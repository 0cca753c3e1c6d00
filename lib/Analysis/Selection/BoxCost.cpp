//===- BoxCost.cpp - what moves between any two distributions -------------===//

#include "sbp/Analysis/Selection/BoxCost.h"
#include "sbp/Calculus/BoxingBound.h"
#include "sbp/Calculus/Topology.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <numeric>

using namespace llvm;

namespace sbp {

/// Into how many parts `distribution` cuts every dimension.
static std::map<int64_t, int64_t> getParts(const Placement &placement,
                                           const Distribution &distribution) {
  std::map<int64_t, int64_t> parts;
  for (auto [axis, component] : enumerate(distribution.components))
    if (component.isSplit())
      parts.try_emplace(component.dim, 1).first->second *=
          placement.axisSizes[axis];
  return parts;
}

/// Adds what the pieces of `e` reach into their neighbours, where these are not
/// on the rank already: `size - step` indices of the dim at each inner
/// boundary, for each copy.
static MovedFraction addHalos(MovedFraction fraction, const Placement &from,
                              const Distribution &d, const Placement &to,
                              const Distribution &e) {
  int64_t pieces = 1;
  std::map<int64_t, int64_t> parts = getParts(to, e),
                             before = getParts(from, d);
  for (auto [dim, count] : parts)
    pieces *= count;
  for (auto [dim, count] : parts) {
    const Windows *windows = findWindows(to, e, dim);
    bool isWhole = !before.count(dim) && from.sameRanks(to) && !d.hasPartial();
    if (!windows || isWhole || windows->size <= windows->step)
      continue;
    int64_t extent = std::max<int64_t>(1, (windows->count - 1) * windows->step +
                                              windows->size);
    int64_t halo = std::min(extent, windows->size - windows->step);
    fraction.moved = fraction.moved * extent + (count - 1) * halo *
                                                   (to.getNumRanks() / pieces) *
                                                   fraction.cells;
    fraction.cells *= extent;
  }
  int64_t divisor = std::gcd(fraction.moved, fraction.cells);
  return {fraction.moved / divisor, fraction.cells / divisor};
}

MovedFraction getMovedFraction(const Placement &from, const Distribution &d,
                               const Placement &to, const Distribution &e) {
  if (d.hasWindows())
    return {1, 0};
  if (e.hasWindows())
    return addHalos(getMovedFraction(from, d, to, e.withoutWindows()), from, d,
                    to, e);
  // On the unit cube cut where either side cuts, every cell counts whole.
  MovedFraction fraction;
  std::map<int64_t, int64_t> cuts = getParts(from, d);
  for (auto [dim, parts] : getParts(to, e)) {
    int64_t &cut = cuts.try_emplace(dim, 1).first->second;
    cut = std::lcm(cut, parts);
  }
  for (auto [dim, parts] : cuts)
    fraction.cells *= parts;
  double moved = getBoxingCostFraction(from, d, to, e) * fraction.cells;
  fraction.moved = std::llround(moved);
  assert(std::abs(moved - fraction.moved) < 1e-3 && "a part of a cell moves");
  return fraction;
}

unsigned StateTable::addPlacement(const Placement &placement) {
  placements.push_back(placement);
  for (auto *maps : {&byKey, &bySortedKey, &byTimeKey})
    maps->emplace_back();
  return placements.size() - 1;
}

static bool isPartialSum(const Component &component) {
  return component.isPartial() && component.combiner == Combiner::Sum;
}

/// Whether `order` cuts a dimension in another than the default sequence.
static bool orderMatters(const Distribution &distribution) {
  ArrayRef<int64_t> order = distribution.order;
  for (auto [i, outer] : enumerate(order))
    for (int64_t inner : order.drop_front(i + 1)) {
      const Component &component = distribution.components[outer];
      if (inner < outer && component.isSplit() &&
          component == distribution.components[inner])
        return true;
    }
  return false;
}

/// Axes of size 1 are B, an order without effect is none.
static Distribution canonicalise(const Placement &placement,
                                 Distribution distribution) {
  for (auto [axis, component] : enumerate(distribution.components))
    if (placement.axisSizes[axis] == 1)
      component = Component::broadcast();
  if (!orderMatters(distribution))
    distribution.order.clear();
  return distribution;
}

static uint64_t getHash(const StateTable::State &state) {
  return static_cast<uint64_t>(hash_combine(state.placement, state.distribution,
                                            state.asksForGivenPartials)) >>
         2;
}

std::optional<StateTable::Id> StateTable::lookUp(const State &state) const {
  for (Id id : byHash.lookup(getHash(state)))
    if (states[id].placement == state.placement &&
        states[id].distribution == state.distribution &&
        states[id].asksForGivenPartials == state.asksForGivenPartials)
      return id;
  return std::nullopt;
}

StateTable::Id StateTable::intern(unsigned placement,
                                  const Distribution &distribution,
                                  bool asksForGivenPartials) {
  State state{placement, canonicalise(placements[placement], distribution),
              asksForGivenPartials};
  state.asksForGivenPartials &=
      any_of(state.distribution.components, isPartialSum);
  if (std::optional<Id> known = lookUp(state))
    return *known;
  byHash[getHash(state)].push_back(states.size());
  codes.push_back(encode(state));
  states.push_back(std::move(state));
  known.emplace_back();
  firsts.emplace_back();
  return states.size() - 1;
}

bool StateTable::makesPartials(Id from, Id to, bool isProduced) const {
  const State &a = states[from], &b = states[to];
  if (from == to)
    return false;
  if (a.placement != b.placement || !(isProduced || a.asksForGivenPartials))
    return true;
  return any_of(zip_equal(a.distribution.components, b.distribution.components),
                [](auto pair) {
                  auto [before, after] = pair;
                  return isPartialSum(after) && !isPartialSum(before);
                });
}

int64_t StateTable::getNumPieces(Id id) const {
  const State &state = states[id];
  int64_t pieces = 1;
  for (auto [axis, component] : enumerate(state.distribution.components))
    if (component.isSplit())
      pieces *= placements[state.placement].axisSizes[axis];
  return pieces;
}

namespace {
/// What the two ends do along an axis.
struct AxisPair {
  int64_t size;
  Component from, to;

  bool sharesDim(const AxisPair &other) const {
    for (const Component *mine : {&from, &to})
      for (const Component *theirs : {&other.from, &other.to})
        if (mine->isSplit() && theirs->isSplit(mine->dim))
          return true;
    return false;
  }
  /// Whatever the dims are called.
  auto getOrder() const {
    return std::tuple(size, from.kind, from.combiner, to.kind, to.combiner,
                      from.isSplit() && to.isSplit(from.dim));
  }
};
} // namespace

/// Axes that cut no common dim change places without a difference for what
/// moves: in the order of what they do, equal patterns look equal.
static void sortAxes(MutableArrayRef<AxisPair> axes) {
  for (size_t end = axes.size(); end > 1; --end)
    for (size_t i = 0; i + 1 < end; ++i)
      if (axes[i + 1].getOrder() < axes[i].getOrder() &&
          !axes[i].sharesDim(axes[i + 1]))
        std::swap(axes[i], axes[i + 1]);
}

/// Six bits per end of an axis, four for its size; a key has room for 8 axes.
static constexpr unsigned bitsPerEnd = 6, axesInKey = 8, splitCode = 1u << 4;

StateTable::Codes StateTable::encode(const State &state) const {
  const Placement &placement = placements[state.placement];
  Codes found;
  if (placement.getNumAxes() > axesInKey || !state.distribution.order.empty())
    return {};
  for (const Component &component : state.distribution.components) {
    if (component.windows || (component.isSplit() && component.dim >= 16))
      return {};
    found.push_back(component.isSplit() ? splitCode | component.dim
                    : component.isPartial()
                        ? 2 * splitCode |
                              static_cast<uint8_t>(component.combiner)
                        : 0);
  }
  return found;
}

namespace {
/// Names dims in the order in which they are met.
class DimNames {
public:
  uint64_t rename(uint8_t code) {
    if ((code & 3 * splitCode) != splitCode)
      return code;
    uint8_t &name = names[code % splitCode];
    if (name == 0)
      name = ++count;
    // Sixteen dims are never met: an axis has two ends.
    return splitCode | (name - 1u) % splitCode;
  }

private:
  std::array<uint8_t, splitCode> names{};
  uint8_t count = 0;
};
} // namespace

PatternMap::Key StateTable::getKey(Id from, Id to) const {
  PatternMap::Key key = 0;
  DimNames names;
  const Codes &a = codes[from], &b = codes[to];
  for (unsigned axis = 0; axis < a.size(); ++axis) {
    key = key << bitsPerEnd | names.rename(a[axis]);
    key = key << bitsPerEnd | names.rename(b[axis]);
  }
  return key;
}

/// What the ends do along every axis, sorted.
static SmallVector<AxisPair, 6> getAxes(const Placement &placement,
                                        const Distribution &from,
                                        const Distribution &to) {
  SmallVector<AxisPair, 6> axes;
  for (auto [size, a, b] :
       zip_equal(placement.axisSizes, from.components, to.components))
    axes.push_back({size, a, b});
  sortAxes(axes);
  return axes;
}

static PatternMap::Key makeKey(const Placement &placement,
                               ArrayRef<AxisPair> axes) {
  PatternMap::Key key = 0;
  DimNames names;
  auto add = [&](const Component &component) {
    uint64_t code =
        component.isSplit() ? splitCode | component.dim
        : component.isPartial()
            ? 2 * splitCode | static_cast<uint8_t>(component.combiner)
            : 0;
    key = key << bitsPerEnd | names.rename(code);
  };
  for (const AxisPair &axis : axes) {
    key =
        key << 4 | static_cast<uint64_t>(find(placement.axisSizes, axis.size) -
                                         placement.axisSizes.begin());
    add(axis.from);
    add(axis.to);
  }
  return key;
}

PatternMap::Key StateTable::getSortedKey(Id from, Id to) const {
  return makeKey(getPlacementOf(from),
                 getAxes(getPlacementOf(from), states[from].distribution,
                         states[to].distribution));
}

/// An axis that cuts a dim alike at both ends, which no other axis cuts, makes
/// as many problems as it has positions. Returns how many there are.
static int64_t dropPassive(SmallVectorImpl<AxisPair> &axes) {
  int64_t count = 1;
  for (size_t i = axes.size(); i-- > 0;) {
    const AxisPair &axis = axes[i];
    bool isAlone = none_of(axes, [&](const AxisPair &other) {
      return &other != &axis && other.sharesDim(axis);
    });
    if (!axis.from.isSplit() || axis.from != axis.to || !isAlone)
      continue;
    count *= axis.size;
    axes.erase(axes.begin() + i);
  }
  return count;
}

MovedFraction StateTable::findFraction(Id from, Id to) {
  const Placement &placement = getPlacementOf(from);
  const Distribution &d = states[from].distribution,
                     &e = states[to].distribution;
  if (!hasKey(from, to))
    return getMovedFraction(placement, d, getPlacementOf(to), e);
  SmallVector<AxisPair, 6> axes = getAxes(placement, d, e);
  int64_t count = dropPassive(axes);
  auto [it, isNew] = byRest.try_emplace(
      {states[from].placement, axes.size(), makeKey(placement, axes)});
  if (isNew) {
    Placement rest;
    Distribution before, after;
    for (auto [i, axis] : enumerate(axes)) {
      rest.axisNames.push_back("a" + std::to_string(i));
      rest.axisSizes.push_back(axis.size);
      before.components.push_back(axis.from);
      after.components.push_back(axis.to);
    }
    rest.ranks.resize(product_of(rest.axisSizes));
    std::iota(rest.ranks.begin(), rest.ranks.end(), 0);
    it->second = getMovedFraction(rest, before, rest, after);
  }
  return {it->second.moved * count, it->second.cells * count};
}

int32_t StateTable::addFraction(Id from, Id to) {
  fractions.push_back(findFraction(from, to));
  return fractions.size() - 1;
}

StateTable::Renaming StateTable::getRenaming(Id id) const {
  constexpr uint8_t none = 255;
  Renaming renaming;
  renaming.fill(none);
  uint8_t count = 0;
  for (uint8_t code : codes[id])
    if ((code & 3 * splitCode) == splitCode &&
        renaming[code % splitCode] == none)
      renaming[code % splitCode] = count++;
  for (uint8_t &name : renaming)
    if (name == none)
      name = count++;
  return renaming;
}

std::optional<StateTable::Id> StateTable::rename(unsigned number, Id id) {
  std::vector<int64_t> &row = renamed[number];
  if (row.size() <= id)
    row.resize(states.size(), -1);
  if (row[id] == -1) {
    State state = states[id];
    for (Component &component : state.distribution.components)
      if (component.isSplit())
        component.dim = renamings[number][component.dim];
    std::optional<Id> found = lookUp(state);
    row[id] = found ? static_cast<int64_t>(*found) : -2;
  }
  if (row[id] < 0)
    return std::nullopt;
  return row[id];
}

void StateTable::findFirst(Id id) {
  Renaming wanted = getRenaming(id);
  unsigned number = llvm::find(renamings, wanted) - renamings.begin();
  if (number == renamings.size()) {
    renamings.push_back(wanted);
    renamed.emplace_back();
  }
  firsts[id].renaming = number;
  firsts[id].state = rename(number, id).value_or(id);
}

/// The same pairs under other names have been looked at, or will be: a row is
/// worked out for one of the states that only name dims otherwise.
int32_t StateTable::findPattern(Id from, Id to) {
  if (!hasKey(from, to))
    return setPattern(from, to, getNamedPattern(from, to));
  if (firsts[from].state < 0)
    findFirst(from);
  const First &first = firsts[from];
  if (static_cast<Id>(first.state) != from)
    if (std::optional<Id> other = rename(first.renaming, to))
      return setPattern(from, to, getPattern(first.state, *other));
  return setPattern(from, to, findPatternByKey(from, to));
}

int32_t StateTable::setPattern(Id from, Id to, int32_t number) {
  std::vector<int32_t> &row = known[from];
  if (row.size() <= to)
    row.resize(states.size(), -1);
  return row[to] = number;
}

int32_t StateTable::findPatternByKey(Id from, Id to) {
  unsigned placement = states[from].placement;
  int32_t &number = byKey[placement][getKey(from, to)];
  if (number < 0) {
    int32_t &sorted = bySortedKey[placement][getSortedKey(from, to)];
    if (sorted < 0)
      sorted = addFraction(from, to);
    number = sorted;
  }
  return number;
}

/// Any two states.
int32_t StateTable::getNamedPattern(Id from, Id to) {
  // Which dimensions are split does not matter, only which are equal.
  std::string pattern;
  SmallVector<int64_t, 4> dims;
  for (Id id : {from, to}) {
    pattern.push_back(states[id].placement);
    for (const Component &component : states[id].distribution.components) {
      int64_t code = static_cast<int64_t>(component.combiner);
      if (component.isSplit()) {
        if (!is_contained(dims, component.dim))
          dims.push_back(component.dim);
        code = find(dims, component.dim) - dims.begin();
      }
      pattern.push_back(static_cast<char>(component.kind));
      pattern.push_back(static_cast<char>(code));
      if (component.windows)
        raw_string_ostream(pattern) << *component.windows;
    }
    for (int64_t axis : states[id].distribution.order)
      pattern.push_back(static_cast<char>(axis));
    pattern.push_back('|');
  }
  auto [it, isNew] = byPattern.try_emplace(pattern, 0);
  if (isNew)
    it->second = addFraction(from, to);
  return it->second;
}

MovedFraction StateTable::getMoved(Id from, Id to) {
  return from == to ? MovedFraction() : fractions[getPattern(from, to)];
}

/// A tensor of `bytes` in which every cut of the two ends is even: a dim per
/// dim they split, and one for the rest. Renumbers their dims.
static SmallVector<int64_t> makeEvenShape(const Placement &from,
                                          Distribution &d, const Placement &to,
                                          Distribution &e, int64_t bytes) {
  SmallVector<int64_t> shape;
  Distribution original = e;
  std::map<int64_t, int64_t> numbers, before = getParts(from, d),
                                      after = getParts(to, e);
  int64_t cells = 1;
  for (Distribution *distribution : {&d, &e})
    for (Component &component : distribution->components) {
      if (!component.isSplit())
        continue;
      auto [it, isNew] = numbers.try_emplace(component.dim, shape.size());
      if (isNew) {
        const Windows *windows = findWindows(to, original, component.dim);
        shape.push_back(
            windows
                ? (windows->count - 1) * windows->step + windows->size
                : std::lcm(before.try_emplace(component.dim, 1).first->second,
                           after.try_emplace(component.dim, 1).first->second));
        cells *= shape.back();
      }
      component.dim = it->second;
    }
  shape.push_back(divideCeil(bytes, std::max<int64_t>(1, cells)));
  return shape;
}

/// Axes do not change places here: their links differ.
int32_t StateTable::getTimePattern(Id from, Id to) {
  if (!hasKey(from, to))
    return -1 - getNamedPattern(from, to);
  int32_t &number = byTimeKey[states[from].placement][getKey(from, to)];
  if (number < 0)
    number = numTimeKeys++;
  return number;
}

double StateTable::getSeconds(Id from, Id to, int64_t bytes,
                              const Topology &topology) {
  if (from == to || bytes == 0)
    return 0;
  auto [it, isNew] = seconds.try_emplace({getTimePattern(from, to), bytes}, 0);
  if (isNew) {
    Distribution d = states[from].distribution, e = states[to].distribution;
    SmallVector<int64_t> shape =
        makeEvenShape(getPlacementOf(from), d, getPlacementOf(to), e, bytes);
    it->second = *planBoxing(getPlacementOf(from), d, getPlacementOf(to), e,
                             shape, /*elementBytes=*/1, &topology)
                      .seconds;
  }
  return it->second;
}

} // namespace sbp
