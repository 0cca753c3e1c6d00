// BoxingBound.h: the fewest elements a boxing can move
//
// The bound of DESIGN section 3 and reference calculus.md C.1. Per element: c
// classes of ranks hold the same partial, D are the ranks that need it whole.
//   c = 1:   |D without holders| transfers
//   c >= 2:  c + |D| - 1 - [some holder is in D]
// Where the destination is P the source classes are partitioned among its
// partial coordinates, each priced like that (none: 0), and the cheapest
// partition counts.
#ifndef SBP_CALCULUS_BOXINGBOUND_H
#define SBP_CALCULUS_BOXINGBOUND_H

#include "sbp/Calculus/Layout.h"

namespace sbp {

/// In elements; times the bytes of an element it is a bound in bytes.
struct BoxingBound {
  int64_t total = 0;
  /// What each world rank receives at least; absent where the destination is P
  /// (which rank then holds which term is a choice). Ranks 0 to the largest of
  /// both placements.
  std::optional<llvm::SmallVector<int64_t>> perRank;
};

/// The bound of moving from one layout to another of the same shape.
/// 0 whenever `from` <= `to`. O(ranks log ranks).
BoxingBound getBoxingBound(const Layout &from, const Layout &to);
/// Only its total.
int64_t getBoxingBoundTotal(const Layout &from, const Layout &to);

/// The bound as a multiple of the tensor's size T, on the unit cube: what
/// boxing costs where all sizes divide. Exact for uneven sizes only in the
/// limit. Satisfies the triangle inequality.
double getBoxingCostFraction(const Placement &fromPlacement,
                             const Distribution &from,
                             const Placement &toPlacement,
                             const Distribution &to);
inline double getBoxingCostFraction(const Placement &placement,
                                    const Distribution &from,
                                    const Distribution &to) {
  return getBoxingCostFraction(placement, from, placement, to);
}

/// All pairs of `distributions` on one placement: entry [i * n + j] is the
/// fraction from i to j. What selection indexes densely.
std::vector<double>
getBoxingCostTable(const Placement &placement,
                   llvm::ArrayRef<Distribution> distributions);

} // namespace sbp

#endif // SBP_CALCULUS_BOXINGBOUND_H
