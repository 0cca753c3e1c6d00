// PlanRelays.cpp: candidate paths around slow links
//
// Relays are the distributions in which a value may cross slow links with fewer
// bytes: replicas are sliced and partial values reduced over the fast links of
// a host first. Example: B on 8 GPUs of host A to B on 8 GPUs of host B: slice
// to S(0), send each slice once, gather inside of host B.

#include "PlanSearch.h"

using namespace llvm;

namespace sbp {

/// Returns `placed` with every subset of its B and P axes changed to one
/// component: a split or, with `reduced`, B.
std::vector<PlacedDistribution>
PlanSearch::getRelays(const PlacedDistribution &placed, bool reduced) const {
  SmallVector<Component> choices;
  for (int64_t dim = 0, rank = shape.size(); dim < rank; ++dim)
    choices.push_back(Component::split(dim));
  if (reduced)
    choices.push_back(Component::broadcast());
  SmallVector<int64_t> axes;
  for (auto [axis, component] : llvm::enumerate(placed.distribution.components))
    if (placed.placement->axisSizes[axis] > 1 && !component.isSplit())
      axes.push_back(axis);
  constexpr size_t kMaxAxes = 4; // The innermost axes of larger placements.
  if (axes.size() > kMaxAxes)
    axes.erase(axes.begin(), axes.end() - kMaxAxes);
  std::vector<PlacedDistribution> relays;
  for (const Component &choice : choices)
    for (unsigned subset = 1; subset < 1u << axes.size(); ++subset) {
      AxisChanges changes;
      for (auto [index, axis] : llvm::enumerate(axes))
        if (subset >> index & 1)
          changes.push_back({axis, choice});
      relays.push_back({placed.placement,
                        changeComponents(*placed.placement, placed.distribution,
                                         changes, shape)});
    }
  return relays;
}

/// Tries paths that cut or reduce the value before it crosses slow links.
/// Between two placements it may cross once and be spread at the destination.
void PlanSearch::tryRelays() {
  std::vector<PlacedDistribution> firsts =
      getRelays({source.placed.placement, source.normal}, /*reduced=*/true);
  for (const PlacedDistribution &first : firsts)
    tryPath({first});
  if (sameHierarchy())
    return;
  PlacedDistribution end = {target.placed.placement, target.normal};
  if (auto unfilled = getUnfilledTarget())
    end.distribution = *unfilled;
  for (const PlacedDistribution &last : getRelays(end, /*reduced=*/false)) {
    tryPath({last});
    for (const PlacedDistribution &first : firsts)
      tryPath({first, last});
  }
}

} // namespace sbp
