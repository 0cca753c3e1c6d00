// DualShifts.h: the reparametrisation of a network, reused by its branches
#ifndef SBP_LIB_ANALYSIS_COSTNETWORK_DUALSHIFTS_H
#define SBP_LIB_ANALYSIS_COSTNETWORK_DUALSHIFTS_H

#include "NeighbourhoodSearch.h"
#include "sbp/Analysis/CostNetwork/Elimination.h"

namespace sbp {

/// A reparametrisation: per term of a network, the costs added to it per state
/// of its variables and subtracted from the unary costs of these variables. The
/// total of an assignment never changes, so any shifts give a valid bound, and
/// those of a network give its branches a good first one. Missing entries are
/// zero.
class DualShifts {
public:
  using Vector = std::vector<double>;

  /// Returns the shifts per state of `variable` in `term`; null, for zeros, if
  /// none were added. This object owns them, valid until its next change.
  const Vector *find(unsigned term, unsigned variable) const;
  /// Adds `by`, one cost per state of `variable`, to the shifts in `term`.
  void add(unsigned term, unsigned variable, llvm::ArrayRef<double> by);
  /// Returns the shifts for sliceStates(network, kept), whose terms are the
  /// live ones of `network`. These are shifts of `network`.
  DualShifts slice(const CostNetwork &network, const KeptStates &kept) const;
  /// Adds the shifts of each eliminated term, but for those on the eliminated
  /// variable, to the term that replaced it; where that is a constant, to none.
  /// Entries of eliminated terms stay. `elimination` has run on the network of
  /// these shifts; to be called once.
  void applyElimination(const Elimination &elimination);

private:
  std::vector<llvm::SmallVector<std::pair<unsigned, Vector>, 3>> byTerm;
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_COSTNETWORK_DUALSHIFTS_H
