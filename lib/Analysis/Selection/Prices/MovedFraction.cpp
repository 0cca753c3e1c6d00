// MovedFraction.cpp: the bound of a boxing on the unit cube

#include "sbp/Analysis/Selection/Prices/MovedFraction.h"
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

MovedFraction getMovedFraction(const Placement &from, const Distribution &d,
                               const Placement &to, const Distribution &e) {
  assert(!d.hasWindows() && !e.hasWindows() &&
         "what windows span depends on the size of the tensor");
  // Cutting the unit cube where either end cuts gives cells that move whole, so
  // the fraction has the number of cells as its denominator.
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
