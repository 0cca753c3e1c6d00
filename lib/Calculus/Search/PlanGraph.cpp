// PlanGraph.cpp: distributions and steps that plans of one tensor share

#include "PlanGraph.h"
#include "../Plan/Collectives.h"
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
  // Changed axes move to the end of the order, so that a new split is innermost
  // and the pieces of the other axes stay where they are.
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

const PlanNode &PlanGraph::get(const PlacedDistribution &placed) {
  auto &node = nodes[placed.placement.get()][placed.distribution];
  if (!node)
    node = std::make_unique<PlanNode>(placed, shape);
  return *node;
}

MutableArrayRef<PlanGraph::Neighbour>
PlanGraph::getNeighbours(const PlanNode &node) {
  auto [it, isNew] = neighbours.try_emplace(&node);
  if (!isNew)
    return it->second;
  SmallVector<Neighbour, 0> found;
  const Placement &placement = *node.placed.placement;
  const Distribution &current = node.placed.distribution;
  for (auto [axis, component] : llvm::enumerate(current.components)) {
    if (placement.axisSizes[axis] == 1)
      continue;
    // A change to P is left out: filling an axis is a last step, never a
    // detour.
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
                       &get({node.placed.placement, std::move(next)})});
    }
  }
  // The map may have grown since: `it` is not used any more.
  return neighbours[&node] = std::move(found);
}

PlanGraph::Pair &PlanGraph::getPair(const PlanNode &from, const PlanNode &to) {
  auto &pair = pairs[{&from, &to}];
  if (!pair)
    pair = std::make_unique<Pair>();
  return *pair;
}

int64_t PlanGraph::getBound(const PlanNode &from, const PlanNode &to) {
  std::optional<int64_t> &bound = getPair(from, to).bound;
  if (!bound)
    bound = getBoxingBoundTotal(from.layout, to.layout);
  return *bound;
}

PlanGraph::Edge &PlanGraph::getEdge(const PlanNode &from, const PlanNode &to) {
  std::optional<Edge> &edge = getPair(from, to).edge;
  if (!edge)
    edge.emplace().steps = findSteps(from, to, shape, getBound(from, to));
  return *edge;
}

PlanGraph::Edge *PlanGraph::getAxisEdge(const PlanNode &from,
                                        const PlanNode &to) {
  Pair &pair = getPair(from, to);
  if (pair.hasNoAxisEdge)
    return nullptr;
  if (!pair.axisEdge) {
    if (std::optional<BoxingStep> step = findAxisCollective(from, to))
      pair.axisEdge.emplace().steps.push_back(std::move(*step));
    else if (getBound(from, to) == 0)
      pair.axisEdge.emplace().steps = findSteps(from, to, shape, 0);
    pair.hasNoAxisEdge = !pair.axisEdge;
  }
  return pair.axisEdge ? &*pair.axisEdge : nullptr;
}

StepsTime PlanGraph::getTime(Edge &edge, double elementBytes) const {
  if (edge.elementBytes == elementBytes || !topology)
    return edge.time;
  edge.elementBytes = elementBytes;
  edge.time = {};
  for (const BoxingStep &step : edge.steps) {
    if (isLocal(step.kind))
      continue;
    double seconds = topology->getSeconds(step, shape, elementBytes);
    edge.time.seconds += seconds;
    // One nanosecond on top of each communication breaks ties between sums that
    // differ by rounding; the minimum keeps the conversion defined.
    edge.time.picoseconds +=
        1000 + std::llround(std::min(1e17, 1e12 * seconds));
  }
  return edge.time;
}

} // namespace sbp
