// Exchange.cpp: boxes between arbitrary ranks

#include "ExchangeCells.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace sbp {

int64_t Exchange::getHeldTerm(const Cell &cell, int64_t position) const {
  int64_t source = from.getPosition(to.getRank(position));
  return source >= 0 && from.getBox(source) == cell.fromBox
             ? from.getPartial(source)
             : -1;
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

} // namespace sbp
