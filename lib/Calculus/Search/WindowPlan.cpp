// WindowPlan.cpp: plans to distributions with halos
//
// Up to three candidates are priced and the first of the cheapest is taken:
//
//   pieces, planned by bytes     P -> S(0) by planBoxing, then S(0) -> windows
//   pieces, planned by seconds   the same with the topology's link classes
//   direct                       every element is reduced at one of the ranks
//                                that read it and sent to the others
//
// Example: 8 elements on 2 ranks, windows [0, 5) and [3, 8), pieces of 4. From
// S(0), rank 0 receives element 4 and rank 1 element 3: 2 elements. From P,
// reducing to pieces moves 4 + 4 elements first: 10 in all.

#include "WindowPlan.h"
#include "../Exchange/WindowExchange.h"
#include "StepFinder.h"
#include "sbp/Calculus/Exchange.h"
#include "sbp/Calculus/Normalise.h"
#include "sbp/Calculus/Topology.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace llvm;

namespace sbp {

/// Returns the step that extends whole pieces to windows.
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

/// Returns the steps that reduce terms directly to windows.
static SmallVector<BoxingStep, 2>
makeDirectSteps(const PlacedDistribution &from, const PlacedDistribution &to,
                const Layout &a, const Layout &b) {
  Exchange::Traffic traffic = WindowExchange(a, b).getTraffic();
  BoxingStep gather;
  gather.from = from;
  gather.to = to;
  gather.combiner = a.getCombiner();
  gather.leavesOwners = traffic.needsSpread;
  gather.received = std::move(traffic.gathered);
  gather.totalReceived = llvm::sum_of(gather.received);
  if (!traffic.needsSpread)
    return {std::move(gather)};
  BoxingStep spread;
  spread.from = spread.to = to;
  spread.origin = from;
  spread.spreadsOwners = true;
  spread.received = std::move(traffic.spread);
  spread.totalReceived = llvm::sum_of(spread.received);
  return {std::move(gather), std::move(spread)};
}

/// Returns the steps that reduce the value to the pieces of the dimension
/// without halos, followed by an exchange of the halos.
static SmallVector<BoxingStep, 2>
makeHaloSteps(const PlacedDistribution &from, const PlacedDistribution &to,
              ArrayRef<int64_t> shape, int64_t elementBytes,
              const Topology *topology, int64_t worldSize) {
  PlacedDistribution source = from;
  SmallVector<BoxingStep, 2> steps;
  // Halos are exchanged as whole values: terms have to be reduced before.
  if (Layout(*from.placement, from.distribution, shape).getNumPartials() > 1) {
    source = {to.placement, to.distribution.withoutWindows()};
    steps = planBoxing(*from.placement, from.distribution, *source.placement,
                       source.distribution, shape, elementBytes, topology)
                .steps;
  }
  // No exchange is needed if the pieces are the windows already.
  if (!source.placement->sameRanks(*to.placement) ||
      normalise(*source.placement, source.distribution, shape) !=
          normalise(*to.placement, to.distribution, shape))
    steps.push_back(makeHaloStep(source, to, shape, worldSize));
  return steps;
}

static int64_t getTotal(ArrayRef<BoxingStep> steps) {
  int64_t total = 0;
  for (const BoxingStep &step : steps)
    total += step.totalReceived;
  return total;
}

BoxingPlan planWindows(const Placement &fromPlacement, const Distribution &from,
                       const Placement &toPlacement, const Distribution &to,
                       ArrayRef<int64_t> shape, int64_t elementBytes,
                       const Topology *topology) {
  PlacedDistribution source = {std::make_shared<const Placement>(fromPlacement),
                               from};
  PlacedDistribution target = {std::make_shared<const Placement>(toPlacement),
                               to};
  Layout a(fromPlacement, from, shape), b(toPlacement, to, shape);
  assert(b.getNumPartials() == 1 && "windows are of whole values");
  BoxingPlan plan;
  plan.shape.assign(shape.begin(), shape.end());
  plan.elementBytes = elementBytes;
  plan.worldSize = std::max(a.getWorldSize(), b.getWorldSize());
  plan.bound = getBoxingBound(a, b);
  std::optional<std::pair<double, int64_t>> best; // Seconds, elements.
  // Without a topology all plans take zero seconds, so elements decide.
  auto consider = [&](SmallVector<BoxingStep, 2> steps) {
    for (BoxingStep &step : steps)
      step.received.resize(plan.worldSize, 0);
    double seconds =
        topology ? topology->getSeconds(steps, shape, elementBytes) : 0;
    if (best && *best <= std::pair(seconds, getTotal(steps)))
      return;
    best = {seconds, getTotal(steps)};
    plan.steps = std::move(steps);
  };
  consider(makeHaloSteps(source, target, shape, elementBytes, nullptr,
                         plan.worldSize));
  if (topology)
    consider(makeHaloSteps(source, target, shape, elementBytes, topology,
                           plan.worldSize));
  // A direct reduction is tried where the detour over pieces exceeds the bound.
  // (A partial value with windows has elements in every dimension.)
  if (a.getNumPartials() > 1 && b.hasWindows() &&
      (topology || best->second > plan.bound.total))
    consider(makeDirectSteps(source, target, a, b));
  if (topology)
    plan.seconds = best->first;
  plan.reason = plan.bound.total == 0
                    ? "every rank has what its windows read"
                    : "each rank gets what its windows read of its neighbours";
  return plan;
}

} // namespace sbp
