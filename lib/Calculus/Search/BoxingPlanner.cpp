// BoxingPlanner.cpp: entry point of planning

#include "PlanSearch.h"
#include "WindowPlan.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace sbp {

/// Returns the reason of a plan for reports: its kinds and why they were
/// chosen.
static std::string describe(const BoxingPlan &plan) {
  if (plan.steps.empty())
    return "both ends are the same";
  std::string kinds = llvm::join(
      llvm::map_range(plan.steps,
                      [](const BoxingStep &step) {
                        return getBoxingStepKindName(step.kind).str();
                      }),
      ", ");
  if (plan.bound.total == 0)
    return kinds + ": every rank has what it needs";
  if (plan.seconds)
    return kinds + ": no sequence of steps takes less time on this topology";
  return kinds + ": no sequence of steps moves fewer bytes";
}

bool isCountable(const Placement &fromPlacement, const Placement &toPlacement,
                 ArrayRef<int64_t> shape, int64_t elementBytes) {
  if (llvm::is_contained(shape, 0))
    return true;
  // Upper limit: each rank sends and receives its value twice at most.
  double bytes = 2.0 * elementBytes *
                 (fromPlacement.getNumRanks() + toPlacement.getNumRanks());
  for (int64_t size : shape)
    bytes *= size;
  return bytes < 9e18;
}

BoxingPlan planBoxing(const Placement &fromPlacement, const Distribution &from,
                      const Placement &toPlacement, const Distribution &to,
                      ArrayRef<int64_t> shape, int64_t elementBytes,
                      const Topology *topology) {
  if (to.hasWindows())
    return planWindows(fromPlacement, from, toPlacement, to, shape,
                       elementBytes, topology);
  // The search compares placements by address; equal hierarchies must share one
  // object, or collectives along axes would not be found.
  auto sourcePlacement = std::make_shared<const Placement>(fromPlacement);
  auto targetPlacement = fromPlacement.sameRanks(toPlacement)
                             ? sourcePlacement
                             : std::make_shared<const Placement>(toPlacement);
  PlacedDistribution source = {sourcePlacement, from};
  PlacedDistribution target = {targetPlacement, to};
  BoxingPlan plan;
  plan.shape.assign(shape.begin(), shape.end());
  plan.elementBytes = elementBytes;
  Layout a(*sourcePlacement, from, shape), b(*targetPlacement, to, shape);
  plan.worldSize = std::max(a.getWorldSize(), b.getWorldSize());
  plan.bound = getBoxingBound(a, b);
  PlanGraph graph(shape, topology);
  AxisPaths axisPaths(graph);
  plan.steps =
      PlanSearch(graph, axisPaths, source, target, elementBytes).find();
  for (BoxingStep &step : plan.steps)
    step.received.resize(plan.worldSize, 0);
  if (topology)
    plan.seconds = topology->getSeconds(plan.steps, shape, elementBytes);
  plan.reason = describe(plan);
  return plan;
}

} // namespace sbp
