// DualShifts.h: what a dual bound has found, handed on to parts of its network
#ifndef SBP_LIB_ANALYSIS_COSTNETWORK_DUALSHIFTS_H
#define SBP_LIB_ANALYSIS_COSTNETWORK_DUALSHIFTS_H

#include "PartSearch.h"
#include "sbp/Analysis/CostNetwork/Elimination.h"

namespace sbp {

/// By term of a network: what is added to it per state of its variables, and
/// taken from what stands on these variables alone. The total of an assignment
/// never changes, so any shifts give a bound, and those of a network a good
/// first one of its parts. No entry: nothing.
class DualShifts {
public:
  using Vector = std::vector<double>;

  /// Per state of `variable` in term `term`; null where nothing was shifted.
  const Vector *find(unsigned term, unsigned variable) const;
  void add(unsigned term, unsigned variable, llvm::ArrayRef<double> by);
  /// Of `network`, for sliceStates(network, kept).
  DualShifts slice(const CostNetwork &network, const KeptStates &kept) const;
  /// A term that was made by eliminating a variable takes over what stood
  /// beside the terms that it was made of.
  void follow(const Elimination &elimination);

private:
  std::vector<llvm::SmallVector<std::pair<unsigned, Vector>, 3>> byTerm;
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_COSTNETWORK_DUALSHIFTS_H
