// Exchange.h: boxes between arbitrary ranks
//
// The step that always works: the cut of each source box with each destination
// box goes from who has it to who needs it. Where a value is partial and one
// rank needs it, that rank combines what it receives; where several ranks need
// it, one of them (an owner, who has a term itself if any of them has) combines
// each piece and a second round spreads it. That is the bound, exactly.
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

  /// Calls `visit(position of to)` for each rank that keeps what it has of its
  /// piece of `to`, where every rank's piece of `from` lies inside it.
  void forEachKeeper(llvm::function_ref<void(int64_t)> visit) const;

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
  struct Terms;
  llvm::SmallVector<std::pair<int64_t, int64_t>>
  getCommonRanks(int64_t toBox) const;
  void forEachCell(llvm::function_ref<void(const Cell &)> visit) const;
  void forEachCommonCell(int64_t toBox,
                         llvm::function_ref<void(const Cell &)> visit) const;
  void forEachPlace(const Cell &cell, Terms &terms,
                    llvm::function_ref<void(const Place &)> visit) const;
  Box getOwnedPiece(const Place &place, int64_t index) const;
  void visitCopies(const Place &place, Visit visit) const;
  void visitReductions(const Place &place, Round round, Visit visit) const;
  bool countByRank(Traffic &traffic) const;
  void countBox(int64_t toBox, Terms &terms, Terms &otherTerms,
                Traffic &traffic) const;
  void countCommonCell(const Place &place, Traffic &traffic) const;
  void countOtherCells(const Place &place, int64_t volume,
                       llvm::ArrayRef<int64_t> remaining,
                       Traffic &traffic) const;
  /// The source term that a position of `to` holds in the cell, or -1.
  int64_t getHeldTerm(const Cell &cell, int64_t position) const;

  const Layout &from;
  const Layout &to;
};

} // namespace sbp

#endif // SBP_CALCULUS_EXCHANGE_H
