// WayRelays.cpp: ways around slow links

#include "WayFinder.h"

using namespace llvm;

namespace sbp {

/// `placed` with some of its B and P axes changed to one component: a split or,
/// if `reduced`, B.
std::vector<PlacedDistribution>
WayFinder::getRelays(const PlacedDistribution &placed, bool reduced) const {
  SmallVector<Component> choices;
  for (int64_t dim = 0, rank = shape.size(); dim < rank; ++dim)
    choices.push_back(Component::split(dim));
  if (reduced)
    choices.push_back(Component::broadcast());
  SmallVector<int64_t> axes;
  for (auto [axis, component] : llvm::enumerate(placed.distribution.components))
    if (placed.placement->axisSizes[axis] > 1 && !component.isSplit())
      axes.push_back(axis);
  constexpr size_t mostAxes = 4; // Beyond, the innermost ones.
  if (axes.size() > mostAxes)
    axes.erase(axes.begin(), axes.end() - mostAxes);
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

/// What goes over slow links is cut or reduced before. Between two placements
/// it goes once, and is spread behind them.
void WayFinder::tryRelays() {
  std::vector<PlacedDistribution> firsts =
      getRelays({source.placed.placement, source.normal}, /*reduced=*/true);
  for (const PlacedDistribution &first : firsts)
    tryThrough({first});
  if (sameHierarchy())
    return;
  PlacedDistribution end = {target.placed.placement, target.normal};
  if (auto unfilled = getUnfilledTarget())
    end.distribution = *unfilled;
  for (const PlacedDistribution &last : getRelays(end, /*reduced=*/false)) {
    tryThrough({last});
    for (const PlacedDistribution &first : firsts)
      tryThrough({first, last});
  }
}

} // namespace sbp
