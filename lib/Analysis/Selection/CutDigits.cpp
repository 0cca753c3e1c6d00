// CutDigits.cpp: what moves between two distributions, by counting

#include "sbp/Analysis/Selection/CutDigits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace llvm;

namespace sbp {

CutDigits::CutDigits(const Placement &placement,
                     const Distribution &distribution) {
  if (placement.getNumAxes() > mostAxes || !distribution.order.empty() ||
      distribution.hasWindows())
    return;
  digitOf.fill(none);
  axisOf.fill(none);
  std::array<uint8_t, mostDims> levels{};
  for (auto [axis, component] : enumerate(distribution.components)) {
    int64_t size = placement.axisSizes[axis];
    if (!component.isSplit()) {
      isPartial |= component.isPartial();
      (component.isPartial() ? partials : copies) *= size;
      continue;
    }
    if (component.dim >= static_cast<int64_t>(mostDims))
      return;
    pieces *= size;
    digitOf[axis] = mostAxes * component.dim + levels[component.dim]++;
    axisOf[digitOf[axis]] = axis;
  }
  counts = true;
}

/// A digit that both read has the same base.
bool CutDigits::agreesWith(const Placement &placement,
                           const CutDigits &other) const {
  for (unsigned axis = 0; axis < placement.getNumAxes(); ++axis) {
    uint8_t same = digitOf[axis] == none ? none : other.axisOf[digitOf[axis]];
    if (same != none && placement.axisSizes[same] != placement.axisSizes[axis])
      return false;
  }
  return true;
}

/// A digit is on one side of two equations at most, once as what `this` reads
/// and once as what `to` does: they make paths, and cycles, of which the last
/// equation follows from the others.
int64_t CutDigits::getRarity(const CutDigits &to, unsigned equations,
                             ArrayRef<int64_t> sizes) const {
  int64_t rarity = 1;
  while (equations != 0) {
    unsigned first = countr_zero(equations), axis = first, next = first;
    do {
      axis = next;
      equations &= ~(1u << axis);
      rarity *= sizes[axis];
      next = axisOf[to.digitOf[axis]];
    } while (next != none && (equations >> next & 1));
    if (next == first)
      rarity /= sizes[first];
  }
  return rarity;
}

std::optional<MovedFraction> CutDigits::count(const Placement &placement,
                                              const CutDigits &from,
                                              const CutDigits &to) {
  if (!from.counts || !to.counts || to.isPartial ||
      !from.agreesWith(placement, to))
    return std::nullopt;
  ArrayRef<int64_t> sizes = placement.axisSizes;
  // Cells by all digits that are read; ranks that both ends treat as copies.
  int64_t cells = from.pieces, beside = 1;
  unsigned equations = 0; // by axis
  for (unsigned axis = 0; axis < sizes.size(); ++axis) {
    uint8_t before = from.digitOf[axis], after = to.digitOf[axis];
    if (after != none && from.axisOf[after] == none)
      cells *= sizes[axis];
    if (before == none && after == none)
      beside *= sizes[axis];
    else if (before != none && after != none)
      equations |= 1u << axis;
  }
  int64_t held = cells / from.getRarity(to, equations, sizes);
  int64_t moved = from.partials > 1
                      ? (from.partials + to.copies - 1) * cells - held
                      : to.copies * cells - held * beside;
  return MovedFraction{moved, cells};
}

} // namespace sbp
