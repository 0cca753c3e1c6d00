// BoxingBound.h: the lower bound on the elements that a boxing moves
//
// Per element, let c classes of ranks hold the same partial value and let D be
// the set of ranks that need the whole value. Then a boxing needs at least
//   c = 1:   |D without holders| transfers
//   c >= 2:  c + |D| - 1 - [some holder is in D] transfers
// For a partial destination, the source classes are partitioned among the
// destination's partial coordinates; each coordinate costs as above (zero
// without a class) and the cheapest partition counts.
//
// Example: P -> B on p ranks has c = |D| = p, so it needs 2 (p - 1) transfers
// per element, which a reduce_scatter and an all_gather reach.
#ifndef SBP_CALCULUS_BOXINGBOUND_H
#define SBP_CALCULUS_BOXINGBOUND_H

#include "sbp/Calculus/Layout.h"

namespace sbp {

/// The least traffic of a boxing, in elements. The byte bound is the product
/// with the size of an element.
struct BoxingBound {
  int64_t total = 0;
  /// The least number of elements that each world rank receives, for ranks 0 to
  /// the largest of both placements. Absent for a partial destination, where it
  /// is a choice which rank holds which term.
  std::optional<llvm::SmallVector<int64_t>> perRank;
};

/// Returns the bound of moving a tensor between two layouts of one shape, whose
/// byte counts must be countable (isCountable). Zero whenever `from` <= `to`.
/// Takes O(ranks log ranks).
BoxingBound getBoxingBound(const Layout &from, const Layout &to);
/// Returns only the total of getBoxingBound.
int64_t getBoxingBoundTotal(const Layout &from, const Layout &to);

/// Returns the bound as a multiple of the tensor's size T for a tensor whose
/// dimensions every split divides; a limit value for uneven sizes. Neither end
/// may have windows. The fraction satisfies the triangle inequality.
double getBoxingCostFraction(const Placement &fromPlacement,
                             const Distribution &from,
                             const Placement &toPlacement,
                             const Distribution &to);
inline double getBoxingCostFraction(const Placement &placement,
                                    const Distribution &from,
                                    const Distribution &to) {
  return getBoxingCostFraction(placement, from, placement, to);
}

/// Returns the fractions of all pairs of `distributions`, without windows and
/// not necessarily distinct, on one placement as a dense row-major table of
/// n * n entries: entry [i * n + j] is the fraction from i to j.
std::vector<double>
getBoxingCostTable(const Placement &placement,
                   llvm::ArrayRef<Distribution> distributions);

} // namespace sbp

#endif // SBP_CALCULUS_BOXINGBOUND_H
