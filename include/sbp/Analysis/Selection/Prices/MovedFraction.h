// MovedFraction.h: the share of a tensor that moves between two distributions
#ifndef SBP_ANALYSIS_SELECTION_PRICES_MOVEDFRACTION_H
#define SBP_ANALYSIS_SELECTION_PRICES_MOVEDFRACTION_H

#include "sbp/Calculus/Distribution.h"
#include <map>

namespace sbp {

/// Returns, for each dimension that `distribution` splits, the number of parts.
/// Dimensions that it does not split have no entry.
std::map<int64_t, int64_t> getParts(const Placement &placement,
                                    const Distribution &distribution);

/// The fraction `moved / cells` of a tensor that is transferred, summed over
/// all ranks; it may exceed 1.
struct MovedFraction {
  int64_t moved = 0, cells = 1;
  bool operator==(const MovedFraction &other) const = default;
};

/// Returns the lower bound of a boxing on the unit cube, where every split is
/// even, as an exact fraction (BoxingBound.h has it as a number). Neither end
/// may have windows (asserted). The fraction is not reduced.
MovedFraction getMovedFraction(const Placement &from, const Distribution &d,
                               const Placement &to, const Distribution &e);

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_PRICES_MOVEDFRACTION_H
