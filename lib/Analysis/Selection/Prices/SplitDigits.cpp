// SplitDigits.cpp: counts the moved share of a tensor from mixed-radix digits
//
// Example: [S(0), S(0)] on [2, 4] reads the digits (d0, d1) of an index along
// dimension 0, d0 of base 2 and d1 of base 4. To [S(0), B], axis 0 reads d0 at
// both ends: one equation, which always holds, so a rank holds all that
// overlaps. To [B, S(0)] with equal sizes, axis 1 reads d0 instead of d1: the
// equation d0 = d1 holds in one of so many cells.

#include "sbp/Analysis/Selection/Prices/SplitDigits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace llvm;

namespace sbp {

SplitDigits::SplitDigits(const Placement &placement,
                         const Distribution &distribution) {
  if (placement.getNumAxes() > kMaxAxes)
    return;
  digitOf.fill(kNone);
  axisOf.fill(kNone);
  std::array<uint8_t, kMaxDims> levels{};
  for (auto [axis, component] : enumerate(distribution.components)) {
    int64_t size = placement.axisSizes[axis];
    if (!component.isSplit()) {
      if (!component.isPartial()) {
        copies *= size;
        continue;
      }
      if (partialAxes != 0 && combiner != component.combiner)
        return;
      combiner = component.combiner;
      partialAxes |= 1u << axis;
      partials *= size;
      continue;
    }
    if (component.dim >= static_cast<int64_t>(kMaxDims))
      return;
    pieces *= size;
    digitOf[axis] = kMaxAxes * component.dim + levels[component.dim]++;
    axisOf[digitOf[axis]] = axis;
  }
  hasTerms = true;
  counts = distribution.order.empty() && !distribution.hasWindows();
}

/// Returns true if every digit that both ends read has the same base.
bool SplitDigits::agreesWith(const Placement &placement,
                             const SplitDigits &other) const {
  for (unsigned axis = 0; axis < placement.getNumAxes(); ++axis) {
    uint8_t same = digitOf[axis] == kNone ? kNone : other.axisOf[digitOf[axis]];
    if (same != kNone && placement.axisSizes[same] != placement.axisSizes[axis])
      return false;
  }
  return true;
}

/// Each digit occurs in two equations at most, once as read by `this` and once
/// as read by `to`, so the equations form paths and cycles. In a cycle the last
/// equation follows from the others and is not counted.
int64_t SplitDigits::getCellsPerMatch(const SplitDigits &to, unsigned equations,
                                      ArrayRef<int64_t> sizes) const {
  int64_t cellsPerMatch = 1;
  while (equations != 0) {
    unsigned first = countr_zero(equations), axis = first, next = first;
    do {
      axis = next;
      equations &= ~(1u << axis);
      cellsPerMatch *= sizes[axis];
      next = axisOf[to.digitOf[axis]];
    } while (next != kNone && (equations >> next & 1));
    if (next == first)
      cellsPerMatch /= sizes[first];
  }
  return cellsPerMatch;
}

/// Returns the product of the sizes of the axes that satisfy `predicate`.
template <typename Predicate>
static int64_t countRanks(ArrayRef<int64_t> sizes, Predicate predicate) {
  int64_t ranks = 1;
  for (unsigned axis = 0; axis < sizes.size(); ++axis)
    if (predicate(axis))
      ranks *= sizes[axis];
  return ranks;
}

/// Counts as TermPartition does for such a cell. There are as many blocks as
/// ranks along axes that are partial at both ends. In each block, the terms
/// that the destination copies lie on every coordinate that it adds.
int64_t SplitDigits::getTermTraffic(ArrayRef<int64_t> sizes,
                                    const SplitDigits &from,
                                    const SplitDigits &to) {
  int64_t blocks = countRanks(sizes, [&](unsigned axis) {
    return from.isPartial(axis) && to.isPartial(axis);
  });
  int64_t terms = countRanks(sizes, [&](unsigned axis) {
    return from.isPartial(axis) && to.isCopied(axis);
  });
  int64_t coordinates = countRanks(sizes, [&](unsigned axis) {
    return from.isCopied(axis) && to.isPartial(axis);
  });
  int64_t ranks = countRanks(sizes, [&](unsigned axis) {
    return from.isCopied(axis) && to.isCopied(axis);
  });
  if (terms == 1 && ranks == to.copies) { // one term is all that a block needs
    int64_t rest = from.partials - blocks;
    return rest == 0 ? 0 : rest + to.copies - 1;
  }
  int64_t together = from.partials + to.copies - 2;
  if (to.partials < from.partials)
    return together;
  int64_t separate =
      from.partials * to.copies - blocks * std::min(terms, coordinates) * ranks;
  return std::min(together, separate);
}

std::optional<CellTraffic> SplitDigits::getTraffic(const Placement &placement,
                                                   const SplitDigits &from,
                                                   const SplitDigits &to) {
  if (!from.hasTerms || !to.hasTerms)
    return std::nullopt;
  ArrayRef<int64_t> sizes = placement.axisSizes;
  // Terms that one place takes: all of one combiner, if they stay none.
  CellTraffic traffic{from.partials + to.copies - 1, 1};
  if (from.partials == 1)
    traffic.saved = countRanks(sizes, [&](unsigned axis) {
      return from.isCopied(axis) && to.isCopied(axis);
    });
  else if (to.partials > 1 && from.combiner == to.combiner)
    traffic.saved = traffic.separate - getTermTraffic(sizes, from, to);
  return traffic;
}

std::optional<MovedFraction> SplitDigits::count(const Placement &placement,
                                                const SplitDigits &from,
                                                const SplitDigits &to) {
  if (!from.counts || !to.counts || !from.agreesWith(placement, to))
    return std::nullopt;
  ArrayRef<int64_t> sizes = placement.axisSizes;
  int64_t cells = from.pieces; // by all digits that are read
  unsigned equations = 0;      // by axis
  for (unsigned axis = 0; axis < sizes.size(); ++axis) {
    uint8_t before = from.digitOf[axis], after = to.digitOf[axis];
    if (after != kNone && from.axisOf[after] == kNone)
      cells *= sizes[axis];
    if (before != kNone && after != kNone)
      equations |= 1u << axis;
  }
  int64_t held = cells / from.getCellsPerMatch(to, equations, sizes);
  CellTraffic traffic = *getTraffic(placement, from, to);
  return MovedFraction{traffic.separate * cells - traffic.saved * held, cells};
}

} // namespace sbp
