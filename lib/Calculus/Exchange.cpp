//===- Exchange.cpp - boxes between arbitrary ranks -----------------------===//

#include "sbp/Calculus/Exchange.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace sbp {

/// The cut of one source and one destination box.
struct Exchange::Cell {
  int64_t fromBox, toBox;
  const Box &box;
  int64_t volume;
  /// Positions of `to` whose rank holds `fromBox` and needs `toBox`.
  ArrayRef<int64_t> common;
};

/// The terms of a cell that meet at one destination coordinate, and the ranks
/// that need their combination.
struct Exchange::Place {
  const Cell &cell;
  ArrayRef<int64_t> terms;
  ArrayRef<int64_t> takers; ///< positions of `to`
  /// The takers who combine, a piece of the cell each; empty for one term.
  ArrayRef<int64_t> owners;
};

int64_t Exchange::getHeldTerm(const Cell &cell, int64_t position) const {
  int64_t source = from.getPosition(to.getRank(position));
  return source >= 0 && from.getBox(source) == cell.fromBox
             ? from.getPartial(source)
             : -1;
}

/// The piece of a box that owner `index` of `count` combines: a cut along the
/// longest dim, so that the work is shared like in a reduce_scatter.
static Box getPiece(const Box &box, int64_t count, int64_t index) {
  if (count == 1)
    return box;
  Box piece = box;
  auto *longest =
      std::max_element(piece.begin(), piece.end(), [](Interval a, Interval b) {
        return a.size() < b.size();
      });
  if (longest != piece.end())
    *longest = balancedPart(*longest, count, index);
  else if (index > 0)
    return {{0, 0}}; // A scalar has one owner.
  return piece;
}

void Exchange::forEachCell(function_ref<void(const Cell &)> visit) const {
  SmallVector<std::pair<int64_t, int64_t>> commonOf; // (source box, position)
  SmallVector<int64_t> common;
  for (int64_t toBox = 0; toBox < to.getNumBoxes(); ++toBox) {
    commonOf.clear();
    for (int64_t k = 0; k < to.getNumPartials(); ++k)
      for (int64_t position : to.getHolders(toBox, k))
        if (int64_t j = from.getPosition(to.getRank(position)); j >= 0)
          commonOf.push_back({from.getBox(j), position});
    llvm::sort(commonOf);
    const auto *it = commonOf.begin();
    to.forEachOverlap(toBox, from, [&](int64_t fromBox, const Box &box) {
      common.clear();
      while (it != commonOf.end() && it->first < fromBox)
        ++it;
      for (; it != commonOf.end() && it->first == fromBox; ++it)
        common.push_back(it->second);
      visit({fromBox, toBox, box, getNumElements(box), common});
    });
  }
}

void Exchange::forEachPlace(const Cell &cell, TermPartition &partition,
                            function_ref<void(const Place &)> visit) const {
  SmallVector<TermEdge> edges;
  for (int64_t position : cell.common)
    edges.push_back({getHeldTerm(cell, position), to.getPartial(position)});
  partition.compute(edges, from.getNumPartials() > 1 &&
                               from.getCombiner() != to.getCombiner());

  // Terms by coordinate, ascending in both.
  SmallVector<std::pair<int64_t, int64_t>> placed;
  for (auto [term, coordinate] : llvm::enumerate(partition.getCoordinates()))
    placed.push_back({coordinate, term});
  llvm::sort(placed);
  const auto *it = placed.begin();
  SmallVector<int64_t> terms, owners;
  for (int64_t k = 0; k < to.getNumPartials(); ++k) {
    terms.clear();
    owners.clear();
    for (; it != placed.end() && it->first == k; ++it)
      terms.push_back(it->second);
    ArrayRef<int64_t> takers = to.getHolders(cell.toBox, k);
    if (terms.size() > 1) {
      for (int64_t position : cell.common)
        if (to.getPartial(position) == k &&
            llvm::is_contained(terms, getHeldTerm(cell, position)))
          owners.push_back(position);
      if (owners.empty())
        owners.assign(takers.begin(), takers.end());
    }
    visit({cell, terms, takers, owners});
  }
}

/// One term: whoever has it keeps it and serves some of those who lack it.
void Exchange::visitCopies(const Place &place, Visit visit) const {
  int64_t term = place.terms.front();
  ArrayRef<int64_t> holders = from.getHolders(place.cell.fromBox, term);
  SmallVector<SmallVector<int64_t, 2>> served(holders.size());
  for (auto [index, taker] : llvm::enumerate(place.takers)) {
    bool has = getHeldTerm(place.cell, taker) == term;
    int64_t holder = has ? from.getReplica(from.getPosition(to.getRank(taker)))
                         : index % holders.size();
    served[holder].push_back(to.getRank(taker));
  }
  for (auto [holder, ranks] : llvm::zip_equal(holders, served))
    if (!ranks.empty())
      visit({place.cell.box, {from.getRank(holder)}, ranks});
}

void Exchange::visitReductions(const Place &place, Round round,
                               Visit visit) const {
  int64_t fromBox = place.cell.fromBox;
  SmallVector<int64_t, 2> takers;
  for (int64_t taker : place.takers)
    takers.push_back(to.getRank(taker));
  for (auto [index, owner] : llvm::enumerate(place.owners)) {
    Box piece = getPiece(place.cell.box, place.owners.size(), index);
    if (getNumElements(piece) == 0)
      continue;
    int64_t rank = to.getRank(owner);
    if (round == Round::Spread) {
      visit({piece, {rank}, takers});
      continue;
    }
    SmallVector<int64_t, 2> sources;
    int64_t held = getHeldTerm(place.cell, owner);
    for (int64_t term : place.terms) {
      ArrayRef<int64_t> holders = from.getHolders(fromBox, term);
      sources.push_back(
          term == held ? rank : from.getRank(holders[owner % holders.size()]));
    }
    visit({piece, sources, {rank}});
  }
}

void Exchange::forEachAtom(Round round, Visit visit) const {
  TermPartition partition(from.getNumPartials(), to.getNumPartials(),
                          to.getNumReplicas());
  forEachCell([&](const Cell &cell) {
    forEachPlace(cell, partition, [&](const Place &place) {
      if (place.terms.size() > 1)
        return visitReductions(place, round, visit);
      // Copies and identities are in place after the first round.
      if (round == Round::Spread) {
        for (int64_t taker : place.takers)
          visit({cell.box, {to.getRank(taker)}, {to.getRank(taker)}});
        return;
      }
      if (!place.terms.empty())
        return visitCopies(place, visit);
      SmallVector<int64_t, 2> ranks;
      for (int64_t taker : place.takers)
        ranks.push_back(to.getRank(taker));
      visit({cell.box, {}, ranks});
    });
  });
}

/// Whole values for single ranks, or nothing to combine: what a rank receives
/// follows from its own two boxes. The common case, without the O(boxes^2)
/// cells.
bool Exchange::countWithoutCells(Traffic &traffic) const {
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

Exchange::Traffic Exchange::getTraffic() const {
  Traffic traffic;
  int64_t worldSize = std::max(from.getWorldSize(), to.getWorldSize());
  traffic.gathered.assign(worldSize, 0);
  traffic.spread.assign(worldSize, 0);
  if (countWithoutCells(traffic))
    return traffic;
  TermPartition partition(from.getNumPartials(), to.getNumPartials(),
                          to.getNumReplicas());
  forEachCell([&](const Cell &cell) {
    forEachPlace(cell, partition, [&](const Place &place) {
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
        int64_t owner = place.owners[index], rank = to.getRank(owner);
        int64_t piece = getNumElements(getPiece(cell.box, owners, index));
        bool has = llvm::is_contained(place.terms, getHeldTerm(cell, owner));
        traffic.gathered[rank] += piece * (terms - (has ? 1 : 0));
        traffic.spread[rank] -= piece;
      }
    });
  });
  return traffic;
}

} // namespace sbp
