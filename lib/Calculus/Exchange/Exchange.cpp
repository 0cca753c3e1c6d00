// Exchange.cpp: boxes between arbitrary ranks
//
// The grouped exchange of box intersections, as in redistribution of block
// distributed arrays (HPF, ScaLAPACK). Per cell (intersection of a source and a
// destination box) the terms are assigned to destination coordinates; then
//   one term:      a holder sends the cell to each receiver that lacks it;
//   several terms: owners combine a piece of the cell each (round Gather) and
//                  send the results to the other receivers (round Spread);
//   no term:       the receivers are filled with the identity.
// Example: P on ranks {0, 1} to B on ranks {2, 3} for 4 elements: rank 2
// combines [0, 2) of both, rank 3 [2, 4); then they swap their halves: 12
// elements move.

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

/// Returns the ranks of both ends with the destination box `toBox`, as sorted
/// pairs (source box, position of `to`).
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
    auto commonRanks = getCommonRanks(toBox);
    const auto *it = commonRanks.begin();
    to.forEachOverlap(toBox, from, [&](int64_t fromBox, const Box &box) {
      common.clear();
      while (it != commonRanks.end() && it->first < fromBox)
        ++it;
      for (; it != commonRanks.end() && it->first == fromBox; ++it)
        common.push_back(it->second);
      visit({fromBox, toBox, box, getNumElements(box), common});
    });
  }
}

/// Visits the cells of one destination box that have common ranks: at most as
/// many as the box has holders, however many boxes the source has.
void Exchange::forEachCommonCell(int64_t toBox,
                                 function_ref<void(const Cell &)> visit) const {
  auto commonRanks = getCommonRanks(toBox);
  Box whole = to.getGlobalBox(toBox);
  SmallVector<int64_t> common;
  for (size_t begin = 0, end; begin < commonRanks.size(); begin = end) {
    int64_t fromBox = commonRanks[begin].first;
    common.clear();
    for (end = begin;
         end < commonRanks.size() && commonRanks[end].first == fromBox; ++end)
      common.push_back(commonRanks[end].second);
    int64_t volume = to.getOverlap(toBox, from, fromBox);
    if (volume == 0)
      continue;
    Box box = intersect(whole, from.getGlobalBox(fromBox));
    visit({fromBox, toBox, box, volume, common});
  }
}

void Exchange::forEachCombination(
    const Cell &cell, Terms &terms,
    function_ref<void(const Combination &)> visit) const {
  SmallVector<TermEdge> edges;
  for (int64_t position : cell.common)
    edges.push_back({getHeldTerm(cell, position), to.getPartial(position)});
  terms.assign(edges, from.getNumPartials() > 1 &&
                          from.getCombiner() != to.getCombiner());
  // Owners are receivers with a term of their own, which saves one transfer of
  // each element. Without such receivers all of them share the work.
  SmallVector<int64_t> owners;
  for (int64_t k = 0; k < to.getNumPartials(); ++k) {
    ArrayRef<int64_t> placed = terms.getTermsAt(k);
    ArrayRef<int64_t> receivers = to.getHolders(cell.toBox, k);
    owners.clear();
    if (placed.size() > 1)
      for (int64_t position : cell.common)
        if (to.getPartial(position) == k &&
            std::binary_search(placed.begin(), placed.end(),
                               getHeldTerm(cell, position)))
          owners.push_back(position);
    bool ownersHoldTerms = !owners.empty();
    if (placed.size() > 1 && !ownersHoldTerms)
      owners.assign(receivers.begin(), receivers.end());
    visit({cell, k, placed, receivers, owners, ownersHoldTerms});
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

/// Groups the terms by coordinate (counting sort). Most cells have the same
/// edges as the cell before and reuse its assignment.
void Exchange::Terms::assign(ArrayRef<TermEdge> edges, bool together) {
  if (isValid && lastEdges == edges)
    return;
  isValid = true;
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

/// Returns the piece that an owner of a cell combines. Owners that hold a term
/// divide the cell; the first piece rotates from cell to cell, so that uneven
/// pieces do not always go to the same rank. Otherwise the receivers divide the
/// destination box, and with it every cell.
Box Exchange::getOwnedPiece(const Combination &combination,
                            int64_t index) const {
  int64_t count = combination.owners.size();
  if (combination.ownersHoldTerms) {
    int64_t rotation = combination.cell.fromBox + combination.cell.toBox;
    return getPiece(combination.cell.box, count, (index + rotation) % count);
  }
  Box piece = getPiece(to.getGlobalBox(combination.cell.toBox), count, index);
  if (piece.size() != combination.cell.box.size())
    return piece; // Empty: a scalar has one owner only.
  return intersect(combination.cell.box, piece);
}

/// Visits the copies of a single term: a holder keeps it and sends it to some
/// of the receivers that lack it.
void Exchange::visitCopies(const Combination &combination, Visit visit) const {
  int64_t term = combination.terms.front();
  ArrayRef<int64_t> holders = from.getHolders(combination.cell.fromBox, term);
  // Pairs (holder, receiver) sorted by holder: many holders may send nothing.
  SmallVector<std::pair<int64_t, int64_t>> served;
  for (auto [index, receiver] : llvm::enumerate(combination.receivers)) {
    bool has = getHeldTerm(combination.cell, receiver) == term;
    int64_t holder =
        has ? from.getReplica(from.getPosition(to.getRank(receiver)))
            : index % holders.size();
    served.push_back({holder, to.getRank(receiver)});
  }
  llvm::stable_sort(served, llvm::less_first());
  for (size_t begin = 0, end; begin < served.size(); begin = end) {
    SmallVector<int64_t, 2> ranks;
    int64_t holder = served[begin].first;
    for (end = begin; end < served.size() && served[end].first == holder; ++end)
      ranks.push_back(served[end].second);
    visit({combination.cell.box,
           {from.getRank(holders[holder])},
           std::move(ranks)});
  }
}

void Exchange::visitReductions(const Combination &combination, Round round,
                               Visit visit) const {
  int64_t fromBox = combination.cell.fromBox;
  SmallVector<int64_t, 2> receivers;
  for (int64_t receiver : combination.receivers)
    receivers.push_back(to.getRank(receiver));
  for (auto [index, owner] : llvm::enumerate(combination.owners)) {
    Box piece = getOwnedPiece(combination, index);
    if (getNumElements(piece) == 0)
      continue;
    int64_t rank = to.getRank(owner);
    if (round == Round::Spread) {
      visit({piece, {rank}, receivers});
      continue;
    }
    SmallVector<int64_t, 2> sources;
    int64_t held = getHeldTerm(combination.cell, owner);
    // Each owner takes the terms from other replicas, so that replicas share
    // the sending.
    for (int64_t term : combination.terms) {
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
    forEachCombination(cell, terms, [&](const Combination &combination) {
      if (combination.terms.size() > 1)
        return visitReductions(combination, round, visit);
      // Copies and identities are complete after the first round.
      if (round == Round::Spread) {
        for (int64_t receiver : combination.receivers)
          visit({cell.box, {to.getRank(receiver)}, {to.getRank(receiver)}});
        return;
      }
      if (!combination.terms.empty())
        return visitCopies(combination, visit);
      SmallVector<int64_t, 2> ranks;
      for (int64_t receiver : combination.receivers)
        ranks.push_back(to.getRank(receiver));
      visit({cell.box, {}, ranks});
    });
  });
}

} // namespace sbp
