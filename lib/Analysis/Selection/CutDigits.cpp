// CutDigits.cpp: what moves between two distributions, by counting

#include "sbp/Analysis/Selection/CutDigits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace llvm;

namespace sbp {

CutDigits::CutDigits(const Placement &placement,
                     const Distribution &distribution) {
  if (placement.getNumAxes() > mostAxes)
    return;
  digitOf.fill(none);
  axisOf.fill(none);
  std::array<uint8_t, mostDims> levels{};
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
    if (component.dim >= static_cast<int64_t>(mostDims))
      return;
    pieces *= size;
    digitOf[axis] = mostAxes * component.dim + levels[component.dim]++;
    axisOf[digitOf[axis]] = axis;
  }
  hasTerms = true;
  counts = distribution.order.empty() && !distribution.hasWindows();
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

/// Along the axes that `predicate` takes together.
template <typename Predicate>
static int64_t countRanks(ArrayRef<int64_t> sizes, Predicate predicate) {
  int64_t ranks = 1;
  for (unsigned axis = 0; axis < sizes.size(); ++axis)
    if (predicate(axis))
      ranks *= sizes[axis];
  return ranks;
}

/// TermPartition of what such a cell has: as many blocks as ranks along axes
/// that are partial at both ends; in each, terms that the destination copies
/// lie on every one of the coordinates that it adds.
int64_t CutDigits::getPriceOfTerms(ArrayRef<int64_t> sizes,
                                   const CutDigits &from, const CutDigits &to) {
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
  int64_t apart =
      from.partials * to.copies - blocks * std::min(terms, coordinates) * ranks;
  return std::min(together, apart);
}

std::optional<CellPrice> CutDigits::getPrice(const Placement &placement,
                                             const CutDigits &from,
                                             const CutDigits &to) {
  if (!from.hasTerms || !to.hasTerms)
    return std::nullopt;
  ArrayRef<int64_t> sizes = placement.axisSizes;
  // Terms that one place takes: all of one combiner, if they stay none.
  CellPrice price{from.partials + to.copies - 1, 1};
  if (from.partials == 1)
    price.saved = countRanks(sizes, [&](unsigned axis) {
      return from.isCopied(axis) && to.isCopied(axis);
    });
  else if (to.partials > 1 && from.combiner == to.combiner)
    price.saved = price.apart - getPriceOfTerms(sizes, from, to);
  return price;
}

std::optional<MovedFraction> CutDigits::count(const Placement &placement,
                                              const CutDigits &from,
                                              const CutDigits &to) {
  if (!from.counts || !to.counts || !from.agreesWith(placement, to))
    return std::nullopt;
  ArrayRef<int64_t> sizes = placement.axisSizes;
  int64_t cells = from.pieces; // by all digits that are read
  unsigned equations = 0;      // by axis
  for (unsigned axis = 0; axis < sizes.size(); ++axis) {
    uint8_t before = from.digitOf[axis], after = to.digitOf[axis];
    if (after != none && from.axisOf[after] == none)
      cells *= sizes[axis];
    if (before != none && after != none)
      equations |= 1u << axis;
  }
  int64_t held = cells / from.getRarity(to, equations, sizes);
  CellPrice price = *getPrice(placement, from, to);
  return MovedFraction{price.apart * cells - price.saved * held, cells};
}

} // namespace sbp
