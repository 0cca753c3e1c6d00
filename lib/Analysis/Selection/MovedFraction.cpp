// MovedFraction.cpp: the bound of a boxing on the unit cube

#include "sbp/Analysis/Selection/MovedFraction.h"
#include "sbp/Calculus/BoxingBound.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <numeric>

using namespace llvm;

namespace sbp {

std::map<int64_t, int64_t> getParts(const Placement &placement,
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

} // namespace sbp
