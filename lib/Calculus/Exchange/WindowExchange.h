// WindowExchange.h: exchange of partial values to overlapping windows
//
// Windows overlap, so the pieces of a destination do too. Elements are grouped
// by the set of ranks that need them. One of those ranks (one that holds a
// term, if any) combines each element and sends it to the others. That takes c
// + |D| - 1 - [some holder is in D] transfers per element, the lower bound.
#ifndef SBP_LIB_CALCULUS_WINDOWEXCHANGE_H
#define SBP_LIB_CALCULUS_WINDOWEXCHANGE_H

#include "sbp/Calculus/Exchange.h"

namespace sbp {

/// The atoms and the traffic of such an exchange.
class WindowExchange {
public:
  /// `from` must be partial and `to` have windows. Both must outlive the
  /// exchange.
  WindowExchange(const Layout &from, const Layout &to) : from(from), to(to) {}

  /// Calls `visit` for each atom of a round, always in the same order. An atom
  /// lives during its visit.
  void forEachAtom(Exchange::Round round, Exchange::Visit visit) const;
  /// Returns the elements that each world rank receives in the two rounds.
  Exchange::Traffic getTraffic() const;

private:
  /// Elements that are held and needed by the same ranks.
  struct Cell {
    Box box;         ///< part of the global tensor, in elements
    int64_t fromBox; ///< number of the source box around it
    llvm::SmallVector<int64_t> receivers; ///< positions of `to`, never empty
    llvm::SmallVector<int64_t> owners; ///< receivers that combine a part each
    bool ownersHoldTerms;              ///< each owner holds a term itself
  };
  /// Calls `visit` with every cell that some rank needs.
  void forEachCell(llvm::function_ref<void(const Cell &)> visit) const;
  /// Fills in all but `box`. Returns false if no rank needs the cell.
  bool fillCell(Cell &cell) const;
  /// Returns the term that a position of `to` holds of a source box, or -1.
  int64_t getHeldTerm(int64_t fromBox, int64_t position) const;

  const Layout &from;
  const Layout &to;
};

} // namespace sbp

#endif // SBP_LIB_CALCULUS_WINDOWEXCHANGE_H
