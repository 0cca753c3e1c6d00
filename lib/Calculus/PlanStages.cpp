// PlanStages.cpp: what plans of one tensor have in common

#include "PlanStages.h"
#include "Collectives.h"
#include "StepFinder.h"
#include "sbp/Calculus/BoxingBound.h"
#include <cmath>

using namespace llvm;

namespace sbp {

Distribution changeComponents(const Placement &placement,
                              const Distribution &distribution,
                              const AxisChanges &changes,
                              ArrayRef<int64_t> shape) {
  Distribution result = distribution;
  SmallVector<int64_t, 4> order, last;
  for (unsigned i = 0, e = result.getNumAxes(); i < e; ++i) {
    int64_t axis = result.getAxis(i);
    bool changes_ = llvm::any_of(
        changes, [&](const auto &change) { return change.first == axis; });
    (changes_ ? last : order).push_back(axis);
  }
  llvm::sort(last);
  order.append(last);
  for (auto [axis, component] : changes)
    result.components[axis] = component;
  result.order = std::move(order);
  return normalise(placement, result, shape);
}

const Stage &PlanStages::get(const PlacedDistribution &placed) {
  auto &stage = stages[placed.placement.get()][placed.distribution];
  if (!stage)
    stage = std::make_unique<Stage>(placed, shape);
  return *stage;
}

MutableArrayRef<PlanStages::Neighbour>
PlanStages::getNeighbours(const Stage &stage) {
  auto [it, isNew] = neighbours.try_emplace(&stage);
  if (!isNew)
    return it->second;
  SmallVector<Neighbour, 0> found;
  const Placement &placement = *stage.placed.placement;
  const Distribution &current = stage.placed.distribution;
  for (auto [axis, component] : llvm::enumerate(current.components)) {
    if (placement.axisSizes[axis] == 1)
      continue;
    SmallVector<Component> choices;
    if (!component.isBroadcast())
      choices.push_back(Component::broadcast());
    for (int64_t dim = 0, rank = shape.size(); dim < rank; ++dim)
      if (!component.isSplit(dim))
        choices.push_back(Component::split(dim));
    for (const Component &choice : choices) {
      Distribution next = changeComponents(
          placement, current, {{static_cast<int64_t>(axis), choice}}, shape);
      found.push_back({static_cast<int64_t>(axis),
                       &get({stage.placed.placement, std::move(next)})});
    }
  }
  return neighbours[&stage] = std::move(found);
}

PlanStages::Pair &PlanStages::getPair(const Stage &from, const Stage &to) {
  auto &pair = pairs[{&from, &to}];
  if (!pair)
    pair = std::make_unique<Pair>();
  return *pair;
}

int64_t PlanStages::getBound(const Stage &from, const Stage &to) {
  std::optional<int64_t> &bound = getPair(from, to).bound;
  if (!bound)
    bound = getBoxingBoundTotal(from.layout, to.layout);
  return *bound;
}

PlanStages::Way &PlanStages::getWay(const Stage &from, const Stage &to) {
  std::optional<Way> &way = getPair(from, to).way;
  if (!way)
    way.emplace().steps = findSteps(from, to, shape, getBound(from, to));
  return *way;
}

PlanStages::Way *PlanStages::getAxisWay(const Stage &from, const Stage &to) {
  Pair &pair = getPair(from, to);
  if (pair.hasNoAxisWay)
    return nullptr;
  if (!pair.axisWay) {
    if (std::optional<BoxingStep> step = findAxisCollective(from, to))
      pair.axisWay.emplace().steps.push_back(std::move(*step));
    else if (getBound(from, to) == 0)
      pair.axisWay.emplace().steps = findSteps(from, to, shape, 0);
    pair.hasNoAxisWay = !pair.axisWay;
  }
  return pair.axisWay ? &*pair.axisWay : nullptr;
}

StepsTime PlanStages::getTime(Way &way, double elementBytes) const {
  if (way.elementBytes == elementBytes || !topology)
    return way.time;
  way.elementBytes = elementBytes;
  way.time = {};
  for (const BoxingStep &step : way.steps) {
    if (isLocal(step.kind))
      continue;
    double seconds = topology->getSeconds(step, shape, elementBytes);
    way.time.seconds += seconds;
    way.time.scored += 1000 + std::llround(std::min(1e17, 1e12 * seconds));
  }
  return way.time;
}

} // namespace sbp
