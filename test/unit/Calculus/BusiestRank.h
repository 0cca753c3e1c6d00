// What the busiest rank receives at least, among all plans that move the fewest
// bytes.
#ifndef SBP_TEST_UNIT_CALCULUS_BUSIESTRANK_H
#define SBP_TEST_UNIT_CALCULUS_BUSIESTRANK_H

#include "sbp/Calculus/BoxingBound.h"
#include <map>
#include <vector>

namespace sbp::test {

/// Where c >= 2 terms become whole values for the ranks D, a plan of fewest
/// transfers is a tree: each rank of D receives once, and c - 1 transfers (c -
/// 2 where a rank of D holds a term) reduce on the way, to whichever rank that
/// holds a term or needs the value. The least that the busiest rank receives is
/// then a flow from the cuts of source and destination boxes to the ranks. A
/// lower bound: one element's tree is not looked at by itself.
class BusiestRank {
public:
  /// In elements; the destination is whole.
  static int64_t getBound(const Layout &from, const Layout &to) {
    return BusiestRank(from, to).solve();
  }

private:
  struct Cell {
    int64_t transfers;          ///< that may go to any of `ranks`
    std::vector<int64_t> ranks; ///< world ranks
  };

  BusiestRank(const Layout &from, const Layout &to)
      : needed(*getBoxingBound(from, to).perRank) {
    if (from.getNumPartials() == 1)
      return;
    for (int64_t box = 0; box < to.getNumBoxes(); ++box)
      to.forEachOverlap(box, from, [&](int64_t fromBox, const Box &common) {
        addCell(from, fromBox, to, box, getNumElements(common));
      });
  }

  void addCell(const Layout &from, int64_t fromBox, const Layout &to,
               int64_t toBox, int64_t elements) {
    std::vector<int64_t> ranks;
    for (int64_t term = 0; term < from.getNumPartials(); ++term)
      for (int64_t position : from.getHolders(fromBox, term))
        ranks.push_back(from.getRank(position));
    int64_t reductions = from.getNumPartials() - 1;
    bool meets = false;
    for (int64_t position : to.getHolders(toBox, 0)) {
      int64_t rank = to.getRank(position);
      if (llvm::is_contained(ranks, rank))
        meets = true;
      else
        ranks.push_back(rank);
    }
    cells.push_back({elements * (reductions - meets), ranks});
  }

  int64_t solve() {
    int64_t low = *llvm::max_element(needed), high = low;
    for (const Cell &cell : cells)
      high += cell.transfers;
    while (low < high) {
      int64_t middle = (low + high) / 2;
      if (fits(middle))
        high = middle;
      else
        low = middle + 1;
    }
    return low;
  }

  /// Whether no rank has to receive more than `most`: transfers are placed one
  /// cell after the other, making room along augmenting paths.
  bool fits(int64_t most) {
    room.clear();
    for (int64_t elements : needed)
      room.push_back(most - elements);
    placed.assign(cells.size(), std::vector<int64_t>(needed.size(), 0));
    for (size_t cell = 0; cell < cells.size(); ++cell)
      for (int64_t left = cells[cell].transfers; left > 0;) {
        std::vector<bool> seen(cells.size(), false);
        int64_t moved = place(cell, left, seen);
        if (moved == 0)
          return false;
        left -= moved;
      }
    return true;
  }

  int64_t place(size_t cell, int64_t amount, std::vector<bool> &seen) {
    seen[cell] = true;
    for (int64_t rank : cells[cell].ranks)
      if (int64_t now = std::min(amount, room[rank]); now > 0) {
        room[rank] -= now;
        placed[cell][rank] += now;
        return now;
      }
    for (int64_t rank : cells[cell].ranks)
      for (size_t other = 0; other < cells.size(); ++other)
        if (!seen[other] && placed[other][rank] > 0)
          if (int64_t now =
                  place(other, std::min(amount, placed[other][rank]), seen)) {
            placed[other][rank] -= now;
            placed[cell][rank] += now;
            return now;
          }
    return 0;
  }

  llvm::SmallVector<int64_t> needed;
  std::vector<Cell> cells;
  std::vector<int64_t> room;
  std::vector<std::vector<int64_t>> placed; ///< by cell and rank
};

} // namespace sbp::test

#endif // SBP_TEST_UNIT_CALCULUS_BUSIESTRANK_H
