//===- WindowPlan.cpp - pieces with halos ---------------------------------===//

#include "WindowPlan.h"
#include "StepFinder.h"
#include "sbp/Calculus/Exchange.h"
#include "sbp/Calculus/Normalise.h"
#include "sbp/Calculus/Topology.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace llvm;

namespace sbp {

/// One step from whole pieces to windows.
static BoxingStep makeHaloStep(const PlacedDistribution &from,
                               const PlacedDistribution &to,
                               ArrayRef<int64_t> shape, int64_t worldSize) {
  Layout a(*from.placement, from.distribution, shape);
  Layout b(*to.placement, to.distribution, shape);
  assert(a.getNumPartials() == 1 && b.getNumPartials() == 1 &&
         "pieces and their halos are whole values");
  BoxingStep step;
  step.from = from;
  step.to = to;
  step.received = Exchange(a, b).getTraffic().gathered;
  step.received.resize(worldSize, 0);
  step.totalReceived =
      std::accumulate(step.received.begin(), step.received.end(), int64_t(0));
  if (step.totalReceived == 0 && isNested(b, a, /*needsAll=*/true))
    step.kind = isSubsumed(*from.placement, from.distribution, *to.placement,
                           to.distribution, shape)
                    ? BoxingStepKind::Reinterpret
                    : BoxingStepKind::Slice;
  return step;
}

/// The ends of all boxes in one dim, ascending: no box ends inside a cell.
static SmallVector<int64_t> getCuts(const Layout &a, const Layout &b,
                                    unsigned dim) {
  SmallVector<int64_t> cuts;
  for (const Layout *layout : {&a, &b})
    for (int64_t box = 0; box < layout->getNumBoxes(); ++box) {
      cuts.push_back(layout->getIntervals(box)[dim].begin);
      cuts.push_back(layout->getIntervals(box)[dim].end);
    }
  llvm::sort(cuts);
  cuts.erase(llvm::unique(cuts), cuts.end());
  return cuts;
}

static bool contains(const Layout &layout, int64_t position, const Box &cell) {
  return llvm::all_of(
      llvm::zip_equal(layout.getIntervals(layout.getBox(position)), cell),
      [](auto pair) {
        auto [range, part] = pair;
        return range.begin <= part.begin && part.end <= range.end;
      });
}

/// c + |D| - 1 - [some holder is in D], for the elements of one cell that
/// anyone needs (BoxingBound.h).
static int64_t getPriceOfCell(const Layout &from, const Layout &to,
                              const Box &cell) {
  int64_t takers = 0;
  bool meet = false;
  for (int64_t i = 0; i < to.getNumPositions(); ++i) {
    if (!contains(to, i, cell))
      continue;
    ++takers;
    int64_t j = from.getPosition(to.getRank(i));
    meet |= j >= 0 && contains(from, j, cell);
  }
  return takers == 0 ? 0 : from.getNumPartials() + takers - 1 - meet;
}

/// The bound from partial values, cell by cell.
static int64_t getPartialTotal(const Layout &from, const Layout &to) {
  SmallVector<SmallVector<int64_t>> cuts;
  for (unsigned dim = 0; dim < from.getNumDims(); ++dim) {
    cuts.push_back(getCuts(from, to, dim));
    if (cuts.back().size() < 2)
      return 0;
  }
  int64_t total = 0;
  SmallVector<size_t> index(cuts.size(), 0);
  while (true) {
    Box cell;
    for (auto [cut, i] : llvm::zip_equal(cuts, index))
      cell.push_back({cut[i], cut[i + 1]});
    total += getNumElements(cell) * getPriceOfCell(from, to, cell);
    size_t dim = 0;
    while (dim < index.size() && ++index[dim] + 1 == cuts[dim].size())
      index[dim++] = 0;
    if (dim == index.size())
      return total;
  }
}

BoxingPlan planWindows(const Placement &fromPlacement, const Distribution &from,
                       const Placement &toPlacement, const Distribution &to,
                       ArrayRef<int64_t> shape, int64_t elementBytes,
                       const Topology *topology) {
  auto target = std::make_shared<const Placement>(toPlacement);
  PlacedDistribution source = {std::make_shared<const Placement>(fromPlacement),
                               from};
  Layout a(fromPlacement, from, shape), b(toPlacement, to, shape);
  BoxingPlan plan;
  assert(b.getNumPartials() == 1 && "windows are of whole values");
  if (a.getNumPartials() > 1) {
    // Pieces of the dim are reduced as if nobody had a halo.
    plan = planBoxing(fromPlacement, from, toPlacement, to.withoutWindows(),
                      shape, elementBytes, topology);
    source = {target, to.withoutWindows()};
  }
  plan.shape.assign(shape.begin(), shape.end());
  plan.elementBytes = elementBytes;
  plan.worldSize = std::max(a.getWorldSize(), b.getWorldSize());
  plan.bound = getBoxingBound(a, b);
  if (a.getNumPartials() > 1)
    plan.bound.total = getPartialTotal(a, b);
  if (!source.placement->sameRanks(toPlacement) ||
      normalise(*source.placement, source.distribution, shape) !=
          normalise(toPlacement, to, shape))
    plan.steps.push_back(
        makeHaloStep(source, {target, to}, shape, plan.worldSize));
  if (topology)
    plan.seconds = topology->getSeconds(plan.steps, shape, elementBytes);
  plan.reason = plan.bound.total == 0
                    ? "every rank has what its windows read"
                    : "each rank gets what its windows read of its neighbours";
  return plan;
}

} // namespace sbp
