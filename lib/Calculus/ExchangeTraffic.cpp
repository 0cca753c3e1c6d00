// ExchangeTraffic.cpp: what an exchange moves, by rank
//
// Counted without listing the cells: those that no common rank has are alike.

#include "ExchangeCells.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace sbp {

/// Whole values for single ranks, or nothing to combine: what a rank receives
/// follows from its own two boxes.
bool Exchange::countByRank(Traffic &traffic) const {
  int64_t terms = from.getNumPartials();
  if (to.getNumPartials() > 1 || (terms > 1 && to.getNumReplicas() > 1))
    return false;
  for (int64_t i = 0, e = to.getNumPositions(); i < e; ++i) {
    int64_t j = from.getPosition(to.getRank(i));
    int64_t elements = terms * to.getVolume(to.getBox(i));
    if (j >= 0)
      elements -= from.getOverlap(from.getBox(j), to, to.getBox(i));
    traffic.gathered[to.getRank(i)] += elements;
  }
  return true;
}

void Exchange::countCommonCell(const Place &place, Traffic &traffic) const {
  const Cell &cell = place.cell;
  int64_t terms = place.terms.size(), owners = place.owners.size();
  traffic.fills |= terms == 0;
  if (terms == 1)
    for (int64_t taker : place.takers)
      if (getHeldTerm(cell, taker) != place.terms.front())
        traffic.gathered[to.getRank(taker)] += cell.volume;
  if (terms < 2)
    return;
  traffic.needsSpread |= place.takers.size() > 1;
  for (int64_t taker : place.takers)
    traffic.spread[to.getRank(taker)] += cell.volume;
  for (int64_t index = 0; index < owners; ++index) {
    int64_t rank = to.getRank(place.owners[index]);
    int64_t piece = getNumElements(getOwnedPiece(place, index));
    traffic.gathered[rank] += piece * (terms - (place.ownersHold ? 1 : 0));
    traffic.spread[rank] -= piece;
  }
}

/// All cells of a destination box that no common rank has: `place` is the
/// choice for any of them, `remaining` what they hold of each owner's piece.
void Exchange::countOtherCells(const Place &place, int64_t volume,
                               ArrayRef<int64_t> remaining,
                               Traffic &traffic) const {
  int64_t terms = place.terms.size();
  traffic.fills |= terms == 0;
  traffic.needsSpread |= terms > 1 && place.takers.size() > 1;
  for (auto [index, taker] : llvm::enumerate(place.takers)) {
    int64_t rank = to.getRank(taker);
    if (terms == 1)
      traffic.gathered[rank] += volume;
    if (terms < 2)
      continue;
    traffic.gathered[rank] += remaining[index] * terms;
    traffic.spread[rank] += volume - remaining[index];
  }
}

void Exchange::countBox(int64_t toBox, Terms &terms, Terms &otherTerms,
                        Traffic &traffic) const {
  int64_t replicas = to.getNumReplicas(), volume = to.getVolume(toBox);
  Box whole = to.getGlobalBox(toBox);
  SmallVector<Box> pieces;
  SmallVector<int64_t> remaining;
  for (int64_t index = 0; index < replicas; ++index) {
    pieces.push_back(getPiece(whole, replicas, index));
    remaining.push_back(getNumElements(pieces.back()));
  }
  forEachCommonCell(toBox, [&](const Cell &cell) {
    volume -= cell.volume;
    for (auto [piece, elements] : llvm::zip_equal(pieces, remaining))
      if (elements > 0)
        elements -= getNumElements(intersect(piece, cell.box));
    forEachPlace(cell, terms,
                 [&](const Place &place) { countCommonCell(place, traffic); });
  });
  if (volume > 0)
    forEachPlace({-1, toBox, whole, volume, {}}, otherTerms,
                 [&](const Place &place) {
                   countOtherCells(place, volume, remaining, traffic);
                 });
}

Exchange::Traffic Exchange::getTraffic() const {
  Traffic traffic;
  int64_t worldSize = std::max(from.getWorldSize(), to.getWorldSize());
  traffic.gathered.assign(worldSize, 0);
  traffic.spread.assign(worldSize, 0);
  if (countByRank(traffic))
    return traffic;
  Terms terms(from, to), otherTerms(from, to);
  for (int64_t toBox = 0; toBox < to.getNumBoxes(); ++toBox)
    if (to.getVolume(toBox) > 0)
      countBox(toBox, terms, otherTerms, traffic);
  return traffic;
}

} // namespace sbp
