// ExchangeTraffic.cpp: the traffic of an exchange by rank
//
// Computed without enumerating all cells, of which there are up to p1 * p2 for
// p1 source and p2 destination boxes: cells without a common rank have the same
// assignment of terms, so they are counted together.

#include "ExchangeCells.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace sbp {

/// Counts the cases in which a rank's traffic depends only on its own two
/// boxes: a whole destination without reductions for several replicas. Returns
/// false in all other cases.
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

/// Adds the traffic of one cell that has common ranks.
void Exchange::countCommonCell(const Combination &combination,
                               Traffic &traffic) const {
  const Cell &cell = combination.cell;
  int64_t terms = combination.terms.size(), owners = combination.owners.size();
  traffic.fills |= terms == 0;
  if (terms == 1)
    for (int64_t receiver : combination.receivers)
      if (getHeldTerm(cell, receiver) != combination.terms.front())
        traffic.gathered[to.getRank(receiver)] += cell.volume;
  if (terms < 2)
    return;
  traffic.needsSpread |= combination.receivers.size() > 1;
  for (int64_t receiver : combination.receivers)
    traffic.spread[to.getRank(receiver)] += cell.volume;
  for (int64_t index = 0; index < owners; ++index) {
    int64_t rank = to.getRank(combination.owners[index]);
    int64_t piece = getNumElements(getOwnedPiece(combination, index));
    traffic.gathered[rank] +=
        piece * (terms - (combination.ownersHoldTerms ? 1 : 0));
    traffic.spread[rank] -= piece;
  }
}

/// Adds the traffic of all cells of a destination box without a common rank.
/// `combination` is the assignment for any of them, `volume` their elements,
/// `remaining` their elements in each owner's piece.
void Exchange::countOtherCells(const Combination &combination, int64_t volume,
                               ArrayRef<int64_t> remaining,
                               Traffic &traffic) const {
  int64_t terms = combination.terms.size();
  traffic.fills |= terms == 0;
  traffic.needsSpread |= terms > 1 && combination.receivers.size() > 1;
  for (auto [index, receiver] : llvm::enumerate(combination.receivers)) {
    int64_t rank = to.getRank(receiver);
    if (terms == 1)
      traffic.gathered[rank] += volume;
    if (terms < 2)
      continue;
    traffic.gathered[rank] += remaining[index] * terms;
    traffic.spread[rank] += volume - remaining[index];
  }
}

/// Adds the traffic to all holders of one destination box.
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
    forEachCombination(cell, terms, [&](const Combination &combination) {
      countCommonCell(combination, traffic);
    });
  });
  if (volume > 0)
    forEachCombination({-1, toBox, whole, volume, {}}, otherTerms,
                       [&](const Combination &combination) {
                         countOtherCells(combination, volume, remaining,
                                         traffic);
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
