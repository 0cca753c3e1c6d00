// MovedFraction.h: what share of a tensor moves between two distributions
#ifndef SBP_ANALYSIS_SELECTION_MOVEDFRACTION_H
#define SBP_ANALYSIS_SELECTION_MOVEDFRACTION_H

#include "sbp/Calculus/Distribution.h"
#include <map>

namespace sbp {

/// Into how many parts `distribution` cuts every dimension that it cuts.
std::map<int64_t, int64_t> getParts(const Placement &placement,
                                    const Distribution &distribution);

/// `moved / cells` of the tensor is transferred, summed over all ranks.
struct MovedFraction {
  int64_t moved = 0, cells = 1;
  bool operator==(const MovedFraction &other) const = default;
};

/// The bound of calculus.md C.1 on the unit cube, where every split is even, as
/// an exact fraction (BoxingBound.h gives it as a number). Neither end has
/// windows.
MovedFraction getMovedFraction(const Placement &from, const Distribution &d,
                               const Placement &to, const Distribution &e);

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_MOVEDFRACTION_H
