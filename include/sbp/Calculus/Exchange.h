//===- Exchange.h - boxes between arbitrary ranks -------------------------===//
//
// The step that always works: the cut of each source box with each destination
// box goes from who has it to who needs it. Where a value is partial and one
// rank needs it, that rank combines what it receives; where several ranks need
// it, one of them (an owner, who has a term itself if any of them has) combines
// each piece and a second round spreads it. That is the bound, exactly.
//
//===----------------------------------------------------------------------===//
#ifndef SBP_CALCULUS_EXCHANGE_H
#define SBP_CALCULUS_EXCHANGE_H

#include "sbp/Calculus/BoxingPlan.h"
#include "sbp/Calculus/TermPartition.h"

namespace sbp {

class Exchange {
public:
  enum class Round { Gather, Spread };
  using Visit = llvm::function_ref<void(const BoxingAtom &)>;

  /// Both layouts are of one shape and outlive the exchange.
  Exchange(const Layout &from, const Layout &to) : from(from), to(to) {}

  void forEachAtom(Round round, Visit visit) const;

  struct Traffic {
    /// Elements received by world rank in each round.
    llvm::SmallVector<int64_t> gathered, spread;
    bool needsSpread = false; ///< some piece is combined for several ranks
    bool fills = false;       ///< some rank begins with the identity
  };
  /// What forEachAtom moves, without listing the atoms.
  Traffic getTraffic() const;

private:
  struct Cell;
  struct Place;
  void forEachCell(llvm::function_ref<void(const Cell &)> visit) const;
  void forEachPlace(const Cell &cell, TermPartition &partition,
                    llvm::function_ref<void(const Place &)> visit) const;
  bool countWithoutCells(Traffic &traffic) const;
  void visitCopies(const Place &place, Visit visit) const;
  void visitReductions(const Place &place, Round round, Visit visit) const;
  /// The source term that a position of `to` holds in the cell, or -1.
  int64_t getHeldTerm(const Cell &cell, int64_t position) const;

  const Layout &from;
  const Layout &to;
};

} // namespace sbp

#endif // SBP_CALCULUS_EXCHANGE_H
