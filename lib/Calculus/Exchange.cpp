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
  int64_t coordinate;
  ArrayRef<int64_t> terms;
  ArrayRef<int64_t> takers; ///< positions of `to`
  /// The takers who combine, a piece of the cell each; empty for one term.
  ArrayRef<int64_t> owners;
  bool ownersHold; ///< a term of their own
};

/// Which terms of a cell meet at which coordinate.
struct Exchange::Terms {
  Terms(const Layout &from, const Layout &to)
      : partition(from.getNumPartials(), to.getNumPartials(),
                  to.getNumReplicas()),
        offsets(to.getNumPartials() + 1, 0) {}
  void place(ArrayRef<TermEdge> edges, bool together);
  ArrayRef<int64_t> getTermsAt(int64_t coordinate) const {
    return ArrayRef(byCoordinate)
        .slice(offsets[coordinate],
               offsets[coordinate + 1] - offsets[coordinate]);
  }

  TermPartition partition;
  SmallVector<TermEdge> lastEdges;
  bool known = false;
  SmallVector<int64_t> byCoordinate, offsets;
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

/// The ranks of both ends with the destination box `toBox`, as (source box,
/// position of `to`), sorted.
SmallVector<std::pair<int64_t, int64_t>>
Exchange::getCommonRanks(int64_t toBox) const {
  SmallVector<std::pair<int64_t, int64_t>> common;
  for (int64_t k = 0; k < to.getNumPartials(); ++k)
    for (int64_t position : to.getHolders(toBox, k))
      if (int64_t j = from.getPosition(to.getRank(position)); j >= 0)
        common.push_back({from.getBox(j), position});
  if (!llvm::is_sorted(common))
    llvm::sort(common);
  return common;
}

void Exchange::forEachCell(function_ref<void(const Cell &)> visit) const {
  SmallVector<int64_t> common;
  for (int64_t toBox = 0; toBox < to.getNumBoxes(); ++toBox) {
    auto commonOf = getCommonRanks(toBox);
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

/// The cells of one destination box that have common ranks: at most as many as
/// it has ranks, however many boxes the source has.
void Exchange::forEachCommonCell(int64_t toBox,
                                 function_ref<void(const Cell &)> visit) const {
  auto commonOf = getCommonRanks(toBox);
  Box whole = to.getGlobalBox(toBox);
  SmallVector<int64_t> common;
  for (size_t begin = 0, end; begin < commonOf.size(); begin = end) {
    int64_t fromBox = commonOf[begin].first;
    common.clear();
    for (end = begin; end < commonOf.size() && commonOf[end].first == fromBox;
         ++end)
      common.push_back(commonOf[end].second);
    int64_t volume = to.getOverlap(toBox, from, fromBox);
    if (volume == 0)
      continue;
    Box box = intersect(whole, from.getGlobalBox(fromBox));
    visit({fromBox, toBox, box, volume, common});
  }
}

void Exchange::forEachPlace(const Cell &cell, Terms &terms,
                            function_ref<void(const Place &)> visit) const {
  SmallVector<TermEdge> edges;
  for (int64_t position : cell.common)
    edges.push_back({getHeldTerm(cell, position), to.getPartial(position)});
  terms.place(edges, from.getNumPartials() > 1 &&
                         from.getCombiner() != to.getCombiner());
  SmallVector<int64_t> owners;
  for (int64_t k = 0; k < to.getNumPartials(); ++k) {
    ArrayRef<int64_t> placed = terms.getTermsAt(k);
    ArrayRef<int64_t> takers = to.getHolders(cell.toBox, k);
    owners.clear();
    if (placed.size() > 1)
      for (int64_t position : cell.common)
        if (to.getPartial(position) == k &&
            std::binary_search(placed.begin(), placed.end(),
                               getHeldTerm(cell, position)))
          owners.push_back(position);
    bool ownersHold = !owners.empty();
    if (placed.size() > 1 && !ownersHold)
      owners.assign(takers.begin(), takers.end());
    visit({cell, k, placed, takers, owners, ownersHold});
  }
}

void Exchange::forEachKeeper(function_ref<void(int64_t)> visit) const {
  TermPartition partition(from.getNumPartials(), to.getNumPartials(),
                          to.getNumReplicas());
  SmallVector<TermEdge> edges;
  for (int64_t toBox = 0; toBox < to.getNumBoxes(); ++toBox)
    forEachCommonCell(toBox, [&](const Cell &cell) {
      edges.clear();
      for (int64_t position : cell.common)
        edges.push_back({getHeldTerm(cell, position), to.getPartial(position)});
      partition.compute(edges);
      for (auto [position, edge] : llvm::zip_equal(cell.common, edges))
        if (partition.getCoordinates()[edge.first] == edge.second)
          visit(position);
    });
}

/// Groups the terms by coordinate; most cells repeat the one before.
void Exchange::Terms::place(ArrayRef<TermEdge> edges, bool together) {
  if (known && lastEdges == edges)
    return;
  known = true;
  lastEdges.assign(edges.begin(), edges.end());
  partition.compute(edges, together);
  ArrayRef<int64_t> coordinates = partition.getCoordinates();
  int64_t count = offsets.size() - 1;
  offsets.assign(count + 1, 0);
  for (int64_t coordinate : coordinates)
    ++offsets[coordinate + 1];
  for (int64_t k = 0; k < count; ++k)
    offsets[k + 1] += offsets[k];
  SmallVector<int64_t> next(offsets);
  byCoordinate.resize(coordinates.size());
  for (auto [term, coordinate] : llvm::enumerate(coordinates))
    byCoordinate[next[coordinate]++] = term;
}

/// The piece that an owner of a cell combines. Owners that hold a term share
/// the cell, beginning with another one in every cell; where nobody does, the
/// takers share the destination box and so every cell of it.
Box Exchange::getOwnedPiece(const Place &place, int64_t index) const {
  int64_t count = place.owners.size();
  if (place.ownersHold) {
    int64_t turn = place.cell.fromBox + place.cell.toBox;
    return getPiece(place.cell.box, count, (index + turn) % count);
  }
  Box piece = getPiece(to.getGlobalBox(place.cell.toBox), count, index);
  if (piece.size() != place.cell.box.size())
    return piece; // Nothing, for a scalar's other owners.
  return intersect(place.cell.box, piece);
}

/// One term: whoever has it keeps it and serves some of those who lack it.
void Exchange::visitCopies(const Place &place, Visit visit) const {
  int64_t term = place.terms.front();
  ArrayRef<int64_t> holders = from.getHolders(place.cell.fromBox, term);
  // (holder, taker), to be sorted by holder: there may be many who serve none.
  SmallVector<std::pair<int64_t, int64_t>> served;
  for (auto [index, taker] : llvm::enumerate(place.takers)) {
    bool has = getHeldTerm(place.cell, taker) == term;
    int64_t holder = has ? from.getReplica(from.getPosition(to.getRank(taker)))
                         : index % holders.size();
    served.push_back({holder, to.getRank(taker)});
  }
  llvm::stable_sort(served, llvm::less_first());
  for (size_t begin = 0, end; begin < served.size(); begin = end) {
    SmallVector<int64_t, 2> ranks;
    int64_t holder = served[begin].first;
    for (end = begin; end < served.size() && served[end].first == holder; ++end)
      ranks.push_back(served[end].second);
    visit({place.cell.box, {from.getRank(holders[holder])}, std::move(ranks)});
  }
}

void Exchange::visitReductions(const Place &place, Round round,
                               Visit visit) const {
  int64_t fromBox = place.cell.fromBox;
  SmallVector<int64_t, 2> takers;
  for (int64_t taker : place.takers)
    takers.push_back(to.getRank(taker));
  for (auto [index, owner] : llvm::enumerate(place.owners)) {
    Box piece = getOwnedPiece(place, index);
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
  Terms terms(from, to);
  forEachCell([&](const Cell &cell) {
    forEachPlace(cell, terms, [&](const Place &place) {
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
