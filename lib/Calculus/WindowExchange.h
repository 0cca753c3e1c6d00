// WindowExchange.h: terms of values that windows read
//
// Windows overlap, so that the pieces of a destination do: elements are looked
// at by which ranks need them. One of those ranks (one with a term, if any has)
// combines each element and sends it to the others: c + |D| - 1 - [some holder
// is in D] transfers, the bound.
#ifndef SBP_LIB_CALCULUS_WINDOWEXCHANGE_H
#define SBP_LIB_CALCULUS_WINDOWEXCHANGE_H

#include "sbp/Calculus/Exchange.h"

namespace sbp {

class WindowExchange {
public:
  /// `from` is partial, `to` has windows. Both outlive the exchange.
  WindowExchange(const Layout &from, const Layout &to) : from(from), to(to) {}

  void forEachAtom(Exchange::Round round, Exchange::Visit visit) const;
  /// Elements that move.
  int64_t getTotal() const;
  Exchange::Traffic getTraffic() const;

private:
  /// Elements that the same ranks hold and the same ranks need.
  struct Cell {
    Box box;
    int64_t fromBox;
    llvm::SmallVector<int64_t> takers; ///< positions of `to`, at least one
    llvm::SmallVector<int64_t> owners; ///< takers that combine a part each
    bool ownersHold;                   ///< a term of their own
  };
  void forEachCell(llvm::function_ref<void(const Cell &)> visit) const;
  bool fillCell(Cell &cell) const;
  /// The term that a position of `to` holds of a source box, or -1.
  int64_t getHeldTerm(int64_t fromBox, int64_t position) const;

  const Layout &from;
  const Layout &to;
};

} // namespace sbp

#endif // SBP_LIB_CALCULUS_WINDOWEXCHANGE_H
