// GreedyPlanner.h: one axis at a time, for comparison
//
// The change of a distribution by a planner that ignores boxes: one collective
// along one axis at a time, the cheapest next, until the target is reached.
// Another placement is reached by an exchange from what is left without P.
#ifndef SBP_BENCHMARKS_GREEDYPLANNER_H
#define SBP_BENCHMARKS_GREEDYPLANNER_H

#include "sbp/Calculus/BoxingBound.h"
#include "sbp/Calculus/Normalise.h"

namespace sbp {

/// Elements that changing `axis` from `before` to `after` moves, by a
/// collective in each group of that axis.
inline int64_t countOneAxis(const Layout &before, const Layout &after,
                            const Component &from, const Component &to,
                            int64_t size) {
  if (from == to || from.isBroadcast() || size == 1)
    return 0;
  int64_t moved = 0;
  for (int64_t i = 0; i < after.getNumPositions(); ++i) {
    int64_t whole = after.getVolume(after.getBox(i));
    if (from.isPartial())
      moved += to.isSplit() ? (size - 1) * whole : 0;
    else
      moved +=
          whole - before.getOverlap(before.getBox(i), after, after.getBox(i));
  }
  // all_reduce: twice (size - 1) of the value per group.
  if (from.isPartial() && to.isBroadcast()) {
    for (int64_t i = 0; i < after.getNumPositions(); ++i)
      moved += 2 * (size - 1) * after.getVolume(after.getBox(i));
    moved /= size;
  }
  return moved;
}

inline int64_t countGreedyElements(const Placement &source,
                                   const Distribution &from,
                                   const Placement &target,
                                   const Distribution &to,
                                   llvm::ArrayRef<int64_t> shape) {
  bool same = source.sameRanks(target);
  Distribution current = normalise(source, from, shape);
  Distribution wanted = same ? normalise(target, to, shape) : current;
  for (Component &component : wanted.components)
    if (!same && component.isPartial())
      component = Component::broadcast();
  int64_t total = 0;
  while (current.components != wanted.components) {
    int64_t best = -1, bestCost = 0;
    for (unsigned axis = 0; axis < current.getNumAxes(); ++axis) {
      if (current.components[axis] == wanted.components[axis])
        continue;
      Distribution next = current;
      next.components[axis] = wanted.components[axis];
      // S -> P is a gather and a fill.
      if (wanted.components[axis].isPartial())
        next.components[axis] = Component::broadcast();
      // Nested splits may rule out every collective of one axis: the step then
      // costs at least its bound.
      Layout before(source, current, shape), after(source, next, shape);
      int64_t cost =
          std::max(countOneAxis(before, after, current.components[axis],
                                next.components[axis], source.axisSizes[axis]),
                   getBoxingBoundTotal(before, after));
      if (best < 0 || cost < bestCost) {
        best = axis;
        bestCost = cost;
      }
    }
    current.components[best] = wanted.components[best];
    total += bestCost;
  }
  // The other placement, or the nesting that changing axes left behind.
  return total + getBoxingBoundTotal(Layout(source, current, shape),
                                     Layout(target, to, shape));
}

} // namespace sbp

#endif // SBP_BENCHMARKS_GREEDYPLANNER_H
