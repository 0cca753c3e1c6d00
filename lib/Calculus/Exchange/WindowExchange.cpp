// WindowExchange.cpp: exchange of partial values to overlapping windows
//
// The ends of all boxes cut the tensor into cells that no box divides. Every
// cell has a fixed set of receivers; owners among them combine one piece each.
// Halos are thin and few, so enumerating all cells is affordable.

#include "WindowExchange.h"
#include "ExchangeCells.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace sbp {

/// Returns the ends of all boxes in one dimension, ascending: no box ends
/// inside of a cell between them.
static SmallVector<int64_t> getCuts(const Layout &a, const Layout &b,
                                    unsigned dim) {
  SmallVector<int64_t> cuts;
  for (const Layout *layout : {&a, &b})
    for (int64_t box = 0; box < layout->getNumBoxes(); ++box) {
      cuts.push_back(layout->getIntervals(box)[dim].begin);
      cuts.push_back(layout->getIntervals(box)[dim].end);
    }
  llvm::sort(cuts);
  cuts.erase(llvm::unique(cuts), cuts.end());
  return cuts;
}

/// Returns true where the box with index `box` contains all of `cell`. A cell
/// is never contained in part, since boxes end at cuts only.
static bool contains(const Layout &layout, int64_t box, const Box &cell) {
  return llvm::all_of(
      llvm::zip_equal(layout.getIntervals(box), cell), [](auto pair) {
        auto [range, part] = pair;
        return range.begin <= part.begin && part.end <= range.end;
      });
}

int64_t WindowExchange::getHeldTerm(int64_t fromBox, int64_t position) const {
  int64_t source = from.getPosition(to.getRank(position));
  return source >= 0 && from.getBox(source) == fromBox ? from.getPartial(source)
                                                       : -1;
}

/// Sets receivers and owners of a cell. Returns false if no rank needs it.
bool WindowExchange::fillCell(Cell &cell) const {
  cell.receivers.clear();
  cell.owners.clear();
  for (int64_t i = 0, e = to.getNumPositions(); i < e; ++i)
    if (contains(to, to.getBox(i), cell.box))
      cell.receivers.push_back(i);
  if (cell.receivers.empty())
    return false;
  cell.fromBox = 0;
  while (!contains(from, cell.fromBox, cell.box))
    ++cell.fromBox;
  for (int64_t receiver : cell.receivers)
    if (getHeldTerm(cell.fromBox, receiver) >= 0)
      cell.owners.push_back(receiver);
  // An owner that holds a term receives one term less.
  cell.ownersHoldTerms = !cell.owners.empty();
  if (!cell.ownersHoldTerms)
    cell.owners = cell.receivers;
  return true;
}

void WindowExchange::forEachCell(function_ref<void(const Cell &)> visit) const {
  SmallVector<SmallVector<int64_t>> cuts;
  for (unsigned dim = 0; dim < from.getNumDims(); ++dim) {
    cuts.push_back(getCuts(from, to, dim));
    if (cuts.back().size() < 2)
      return;
  }
  // An odometer over the cells; the first dimension changes fastest.
  Cell cell;
  SmallVector<size_t> index(cuts.size(), 0);
  while (true) {
    cell.box.clear();
    for (auto [cut, i] : llvm::zip_equal(cuts, index))
      cell.box.push_back({cut[i], cut[i + 1]});
    if (fillCell(cell))
      visit(cell);
    size_t dim = 0;
    while (dim < index.size() && ++index[dim] + 1 == cuts[dim].size())
      index[dim++] = 0;
    if (dim == index.size())
      return;
  }
}

void WindowExchange::forEachAtom(Exchange::Round round,
                                 Exchange::Visit visit) const {
  int64_t rotation = 0; // The first piece goes to another owner in every cell.
  forEachCell([&](const Cell &cell) {
    SmallVector<int64_t, 2> receivers;
    for (int64_t receiver : cell.receivers)
      receivers.push_back(to.getRank(receiver));
    int64_t count = cell.owners.size();
    ++rotation;
    for (auto [index, owner] : llvm::enumerate(cell.owners)) {
      Box piece = getPiece(cell.box, count, (index + rotation) % count);
      if (getNumElements(piece) == 0)
        continue;
      int64_t rank = to.getRank(owner);
      if (round == Exchange::Round::Spread) {
        visit({piece, {rank}, receivers});
        continue;
      }
      int64_t held = getHeldTerm(cell.fromBox, owner);
      SmallVector<int64_t, 2> sources;
      for (int64_t term = 0; term < from.getNumPartials(); ++term) {
        // Owners read a replicated term from different holders.
        ArrayRef<int64_t> holders = from.getHolders(cell.fromBox, term);
        sources.push_back(term == held
                              ? rank
                              : from.getRank(holders[owner % holders.size()]));
      }
      visit({piece, sources, {rank}});
    }
  });
}

Exchange::Traffic WindowExchange::getTraffic() const {
  Exchange::Traffic traffic;
  int64_t worldSize = std::max(from.getWorldSize(), to.getWorldSize());
  for (auto [round, received] :
       {std::pair(Exchange::Round::Gather, &traffic.gathered),
        std::pair(Exchange::Round::Spread, &traffic.spread)}) {
    received->assign(worldSize, 0);
    forEachAtom(round, [&, received = received](const BoxingAtom &atom) {
      traffic.needsSpread |= atom.destinations.size() > 1;
      for (int64_t rank : atom.destinations)
        (*received)[rank] +=
            getNumElements(atom.box) *
            (atom.sources.size() - llvm::count(atom.sources, rank));
    });
  }
  return traffic;
}

} // namespace sbp
