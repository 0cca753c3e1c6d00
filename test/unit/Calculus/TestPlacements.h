// Small helpers shared by the calculus tests.
#ifndef SBP_TEST_UNIT_CALCULUS_TESTPLACEMENTS_H
#define SBP_TEST_UNIT_CALCULUS_TESTPLACEMENTS_H

#include "sbp/Calculus/Distribution.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>

namespace sbp::test {

using Shape = llvm::SmallVector<int64_t>;

inline const Component B = Component::broadcast();
inline const Component P = Component::partial();
inline Component S(int64_t dim) { return Component::split(dim); }
inline Component P_(Combiner combiner) { return Component::partial(combiner); }

/// Axes of these sizes over ranks first, first + 1, ...
inline Placement makePlacement(llvm::ArrayRef<int64_t> axisSizes,
                               int64_t first = 0) {
  Placement placement;
  placement.name = "p";
  int64_t ranks = 1;
  for (int64_t size : axisSizes) {
    placement.axisNames.push_back("a" +
                                  std::to_string(placement.axisSizes.size()));
    placement.axisSizes.push_back(size);
    ranks *= size;
  }
  for (int64_t i = 0; i < ranks; ++i)
    placement.ranks.push_back(first + i);
  return placement;
}

inline Placement withRanks(Placement placement, llvm::ArrayRef<int64_t> ranks) {
  placement.ranks.assign(ranks.begin(), ranks.end());
  return placement;
}

inline Distribution makeDistribution(llvm::ArrayRef<Component> components,
                                     llvm::ArrayRef<int64_t> order = {}) {
  Distribution distribution;
  distribution.components.assign(components.begin(), components.end());
  distribution.order.assign(order.begin(), order.end());
  return distribution;
}

/// All distributions over `axes` axes of a tensor of `rank` dims: S per dim, B
/// and P(combiner) on each axis; without `order`.
inline std::vector<Distribution>
allDistributions(unsigned axes, unsigned rank,
                 Combiner combiner = Combiner::Sum) {
  std::vector<Distribution> result = {Distribution()};
  for (unsigned axis = 0; axis < axes; ++axis) {
    std::vector<Distribution> next;
    for (const Distribution &prefix : result) {
      llvm::SmallVector<Component> choices = {B, P_(combiner)};
      for (unsigned dim = 0; dim < rank; ++dim)
        choices.push_back(S(dim));
      for (const Component &choice : choices) {
        next.push_back(prefix);
        next.back().components.push_back(choice);
      }
    }
    result = std::move(next);
  }
  return result;
}

/// SBP_FULL=1 runs everything instead of a sample.
inline bool runsEverything() {
  const char *value = std::getenv("SBP_FULL");
  return value && value[0] == '1';
}

} // namespace sbp::test

#endif // SBP_TEST_UNIT_CALCULUS_TESTPLACEMENTS_H
