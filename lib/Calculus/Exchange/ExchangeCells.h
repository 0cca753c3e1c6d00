// ExchangeCells.h: the units that an exchange is built of
#ifndef SBP_LIB_CALCULUS_EXCHANGECELLS_H
#define SBP_LIB_CALCULUS_EXCHANGECELLS_H

#include "sbp/Calculus/Exchange.h"

namespace sbp {

/// The intersection of one source box and one destination box. All references
/// and arrays in this file belong to the exchange's layouts or to the caller,
/// and live during one visit.
struct Exchange::Cell {
  int64_t fromBox, toBox; ///< numbers in the two layouts
  const Box &box;         ///< in elements of the global tensor
  int64_t volume;         ///< elements
  /// Positions of `to` whose rank holds `fromBox` and needs `toBox`.
  llvm::ArrayRef<int64_t> common;
};

/// The terms of a cell that are combined for one destination coordinate, and
/// the ranks that need the result.
struct Exchange::Combination {
  const Cell &cell;
  int64_t coordinate;                ///< partial coordinate of `to`
  llvm::ArrayRef<int64_t> terms;     ///< partial coordinates of `from`
  llvm::ArrayRef<int64_t> receivers; ///< positions of `to`
  /// The receivers that combine one piece of the cell each. Empty if there is
  /// nothing to combine (one term or none).
  llvm::ArrayRef<int64_t> owners;
  bool ownersHoldTerms; ///< every owner has a term of its own
};

/// The assignment of a cell's terms to coordinates, cached between cells.
struct Exchange::Terms {
  Terms(const Layout &from, const Layout &to)
      : partition(from.getNumPartials(), to.getNumPartials(),
                  to.getNumReplicas()),
        offsets(to.getNumPartials() + 1, 0) {}
  /// Assigns every term to a coordinate along `edges`; all to one if
  /// `together`. Keeps the last assignment where the edges are the last ones:
  /// `together` is then equal, too.
  void assign(llvm::ArrayRef<TermEdge> edges, bool together);
  /// Returns the terms of a coordinate in ascending order, valid until the next
  /// `assign`, which comes first.
  llvm::ArrayRef<int64_t> getTermsAt(int64_t coordinate) const {
    return llvm::ArrayRef(byCoordinate)
        .slice(offsets[coordinate],
               offsets[coordinate + 1] - offsets[coordinate]);
  }

  TermPartition partition;
  llvm::SmallVector<TermEdge> lastEdges;
  bool isValid = false;
  llvm::SmallVector<int64_t> byCoordinate, offsets;
};

/// Returns the piece of a box that owner `index` of `count` combines: a part of
/// the longest dimension, so that owners share the work as in a reduce_scatter.
/// The part may be empty. A scalar belongs to owner 0; any other gets an empty
/// box of one dimension.
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
    return {{0, 0}}; // A scalar has one owner only.
  return piece;
}

} // namespace sbp

#endif // SBP_LIB_CALCULUS_EXCHANGECELLS_H
