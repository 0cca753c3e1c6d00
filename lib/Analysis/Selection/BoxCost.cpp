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

StateTable::Id StateTable::intern(unsigned placement,
                                  const Distribution &distribution,
                                  bool asksForGivenPartials) {
  Distribution canonical = canonicalise(placements[placement], distribution);
  asksForGivenPartials &= any_of(canonical.components, isPartialSum);
  uint64_t hash = static_cast<uint64_t>(hash_combine(placement, canonical,
                                                     asksForGivenPartials)) >>
                  2;
  auto &candidates = byHash[hash];
  for (Id id : candidates)
    if (states[id].placement == placement &&
        states[id].distribution == canonical &&
        states[id].asksForGivenPartials == asksForGivenPartials)
      return id;
  candidates.push_back(states.size());
  states.push_back({placement, std::move(canonical), asksForGivenPartials});
  known.emplace_back();
  return states.size() - 1;
}

bool StateTable::isRefused(Id from, Id to, bool isProduced) const {
  const State &a = states[from], &b = states[to];
  if (from == to || !b.asksForGivenPartials)
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

int32_t StateTable::getPattern(Id from, Id to) {
  std::vector<int32_t> &row = known[from];
  if (row.size() <= to)
    row.resize(states.size(), -1);
  if (row[to] >= 0)
    return row[to];
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
  auto [it, isNew] = byPattern.try_emplace(pattern, fractions.size());
  if (isNew)
    fractions.push_back(
        getMovedFraction(getPlacementOf(from), states[from].distribution,
                         getPlacementOf(to), states[to].distribution));
  return row[to] = it->second;
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

double StateTable::getSeconds(Id from, Id to, int64_t bytes,
                              const Topology &topology) {
  if (from == to || bytes == 0)
    return 0;
  auto [it, isNew] = seconds.try_emplace({getPattern(from, to), bytes}, 0);
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
