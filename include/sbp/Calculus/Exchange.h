// Exchange.h: boxes between arbitrary ranks
//
// The step that is always possible: the intersection of each source box with
// each destination box moves from a holder to the ranks that need it. If the
// value is partial and one rank needs it, that rank combines what it receives.
// If several ranks need it, owners among them (preferably ranks that hold a
// term) combine one piece each, and a second round spreads the pieces. The
// traffic equals the lower bound of BoxingBound.h.
#ifndef SBP_CALCULUS_EXCHANGE_H
#define SBP_CALCULUS_EXCHANGE_H

#include "sbp/Calculus/BoxingPlan.h"
#include "sbp/Calculus/TermPartition.h"

namespace sbp {

/// The atoms and the traffic of an exchange between two layouts.
class Exchange {
public:
  enum class Round { Gather, Spread };
  using Visit = llvm::function_ref<void(const BoxingAtom &)>;

  /// Both layouts have one shape and must outlive the exchange. Boxes of `from`
  /// cover the tensor without overlaps. Not for partial values to windows.
  Exchange(const Layout &from, const Layout &to) : from(from), to(to) {}

  /// Calls `visit` for each atom of a round, always in the same order; the atom
  /// is valid during the call only. Round Spread is for pieces combined for
  /// several ranks; its other atoms keep complete values in place.
  void forEachAtom(Round round, Visit visit) const;

  /// Calls `visit(position of to)` for each rank that keeps its value in a
  /// fill. Every rank's box of `from` must lie inside of its box of `to`.
  void forEachKeeper(llvm::function_ref<void(int64_t)> visit) const;

  struct Traffic {
    /// Elements that each world rank receives in each round.
    llvm::SmallVector<int64_t> gathered, spread;
    bool needsSpread = false; ///< a piece is combined for several ranks
    bool fills = false;       ///< a rank is filled with the identity
  };
  /// Returns the traffic of forEachAtom without enumerating the atoms.
  Traffic getTraffic() const;

private:
  struct Cell;
  struct Combination;
  struct Terms;
  llvm::SmallVector<std::pair<int64_t, int64_t>>
  getCommonRanks(int64_t toBox) const;
  void forEachCell(llvm::function_ref<void(const Cell &)> visit) const;
  void forEachCommonCell(int64_t toBox,
                         llvm::function_ref<void(const Cell &)> visit) const;
  void
  forEachCombination(const Cell &cell, Terms &terms,
                     llvm::function_ref<void(const Combination &)> visit) const;
  Box getOwnedPiece(const Combination &combination, int64_t index) const;
  void visitCopies(const Combination &combination, Visit visit) const;
  void visitReductions(const Combination &combination, Round round,
                       Visit visit) const;
  bool countByRank(Traffic &traffic) const;
  void countBox(int64_t toBox, Terms &terms, Terms &otherTerms,
                Traffic &traffic) const;
  void countCommonCell(const Combination &combination, Traffic &traffic) const;
  void countOtherCells(const Combination &combination, int64_t volume,
                       llvm::ArrayRef<int64_t> remaining,
                       Traffic &traffic) const;
  /// Returns the source term that a position of `to` holds in the cell, or -1.
  int64_t getHeldTerm(const Cell &cell, int64_t position) const;

  const Layout &from;
  const Layout &to;
};

} // namespace sbp

#endif // SBP_CALCULUS_EXCHANGE_H
