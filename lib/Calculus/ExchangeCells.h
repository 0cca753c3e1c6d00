// ExchangeCells.h: what an exchange looks at
#ifndef SBP_LIB_CALCULUS_EXCHANGECELLS_H
#define SBP_LIB_CALCULUS_EXCHANGECELLS_H

#include "sbp/Calculus/Exchange.h"

namespace sbp {

/// The cut of one source and one destination box.
struct Exchange::Cell {
  int64_t fromBox, toBox;
  const Box &box;
  int64_t volume;
  /// Positions of `to` whose rank holds `fromBox` and needs `toBox`.
  llvm::ArrayRef<int64_t> common;
};

/// The terms of a cell that meet at one destination coordinate, and the ranks
/// that need their combination.
struct Exchange::Place {
  const Cell &cell;
  int64_t coordinate;
  llvm::ArrayRef<int64_t> terms;
  llvm::ArrayRef<int64_t> takers; ///< positions of `to`
  /// The takers who combine, a piece of the cell each; empty for one term.
  llvm::ArrayRef<int64_t> owners;
  bool ownersHold; ///< a term of their own
};

/// Which terms of a cell meet at which coordinate.
struct Exchange::Terms {
  Terms(const Layout &from, const Layout &to)
      : partition(from.getNumPartials(), to.getNumPartials(),
                  to.getNumReplicas()),
        offsets(to.getNumPartials() + 1, 0) {}
  void place(llvm::ArrayRef<TermEdge> edges, bool together);
  llvm::ArrayRef<int64_t> getTermsAt(int64_t coordinate) const {
    return llvm::ArrayRef(byCoordinate)
        .slice(offsets[coordinate],
               offsets[coordinate + 1] - offsets[coordinate]);
  }

  TermPartition partition;
  llvm::SmallVector<TermEdge> lastEdges;
  bool known = false;
  llvm::SmallVector<int64_t> byCoordinate, offsets;
};

/// The piece of a box that owner `index` of `count` combines: a cut along the
/// longest dim, so that the work is shared like in a reduce_scatter.
inline Box getPiece(const Box &box, int64_t count, int64_t index) {
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

} // namespace sbp

#endif // SBP_LIB_CALCULUS_EXCHANGECELLS_H
