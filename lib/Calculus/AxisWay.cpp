//===- AxisWay.cpp - one collective per axis, the quickest sequence -------===//

#include "AxisWay.h"
#include "Collectives.h"
#include "StepFinder.h"
#include "WayFinder.h"
#include <limits>

using namespace llvm;

namespace sbp {

namespace {
/// Dijkstra's algorithm; nodes are distributions of one placement.
class AxisWaySearch {
public:
  AxisWaySearch(const Stage &source, const Stage &target,
                ArrayRef<int64_t> shape, int64_t elementBytes,
                const Topology &topology)
      : source(source), target(target), shape(shape),
        elementBytes(elementBytes), topology(topology) {}

  std::optional<SmallVector<BoxingStep, 2>> find();

private:
  using Steps = SmallVector<BoxingStep, 2>;
  using Price = std::pair<int64_t, size_t>; ///< scored time, then steps
  struct Node {
    std::unique_ptr<Stage> stage;
    Price price;
    int64_t previous = -1;
    Steps steps; ///< from the previous node
    bool done = false;
  };
  // [8, 8, 16] over three dims has 125 distributions, more with orders.
  static constexpr size_t maximumNodes = 512;

  int64_t getNearest() const;
  int64_t getNode(const Distribution &distribution);
  std::optional<Steps> getStep(const Stage &from, const Stage &to) const;
  void relax(int64_t from, Node &to, std::optional<Steps> steps);
  void expand(int64_t index);
  Steps getSteps() const;

  const Stage &source, &target;
  ArrayRef<int64_t> shape;
  int64_t elementBytes;
  const Topology &topology;
  std::vector<Node> nodes;
  Node end; ///< the target, however it is written
};
} // namespace

static constexpr int64_t unreached = std::numeric_limits<int64_t>::max();

int64_t AxisWaySearch::getNearest() const {
  int64_t nearest = -1;
  for (auto [index, node] : llvm::enumerate(nodes))
    if (!node.done && node.price.first < unreached &&
        (nearest < 0 || node.price < nodes[nearest].price))
      nearest = index;
  return nearest;
}

int64_t AxisWaySearch::getNode(const Distribution &distribution) {
  for (auto [index, node] : llvm::enumerate(nodes))
    if (node.stage->placed.distribution == distribution)
      return index;
  if (nodes.size() == maximumNodes)
    return -1;
  PlacedDistribution placed = {source.placed.placement, distribution};
  Node &node = nodes.emplace_back();
  node.stage = std::make_unique<Stage>(placed, shape);
  node.price = {unreached, 0};
  return nodes.size() - 1;
}

/// A collective, whatever it moves, or what is local.
std::optional<AxisWaySearch::Steps>
AxisWaySearch::getStep(const Stage &from, const Stage &to) const {
  if (std::optional<BoxingStep> step = findAxisCollective(from, to))
    return Steps{std::move(*step)};
  if (getBoxingBoundTotal(from.layout, to.layout) == 0)
    return findSteps(from, to, shape, 0);
  return std::nullopt;
}

void AxisWaySearch::relax(int64_t from, Node &to, std::optional<Steps> steps) {
  if (!steps || to.done)
    return;
  const Node &node = nodes[from];
  Price price = {node.price.first +
                     getScoredTime(*steps, shape, elementBytes, topology),
                 node.price.second + steps->size()};
  if (price < to.price) {
    to.price = price;
    to.previous = from;
    to.steps = std::move(*steps);
  }
}

void AxisWaySearch::expand(int64_t index) {
  nodes[index].done = true;
  relax(index, end, getStep(*nodes[index].stage, target));
  const Placement &placement = *source.placed.placement;
  const Distribution current = nodes[index].stage->placed.distribution;
  for (auto [axis, component] : llvm::enumerate(current.components)) {
    bool stays =
        component.isPartial() && target.normal.components[axis] == component;
    if (placement.axisSizes[axis] == 1 || stays)
      continue;
    SmallVector<Component> choices;
    if (!component.isBroadcast())
      choices.push_back(Component::broadcast());
    for (int64_t dim = 0, rank = shape.size(); dim < rank; ++dim)
      if (!component.isSplit(dim))
        choices.push_back(Component::split(dim));
    for (const Component &choice : choices) {
      int64_t next = getNode(changeComponents(
          placement, current, {{static_cast<int64_t>(axis), choice}}, shape));
      if (next >= 0 && !nodes[next].done)
        relax(index, nodes[next],
              getStep(*nodes[index].stage, *nodes[next].stage));
    }
  }
}

SmallVector<BoxingStep, 2> AxisWaySearch::getSteps() const {
  SmallVector<const Node *> way;
  for (const Node *node = &end; node->previous >= 0;
       node = &nodes[node->previous])
    way.push_back(node);
  Steps steps;
  for (const Node *node : llvm::reverse(way))
    steps.append(node->steps.begin(), node->steps.end());
  return steps;
}

std::optional<SmallVector<BoxingStep, 2>> AxisWaySearch::find() {
  end.price = {unreached, 0};
  int64_t start = getNode(source.normal);
  nodes[start].price = {0, 0};
  for (int64_t next = start; next >= 0 && nodes[next].price < end.price;
       next = getNearest())
    expand(next);
  if (end.price.first == unreached)
    return std::nullopt;
  return getSteps();
}

std::optional<SmallVector<BoxingStep, 2>>
findAxisWay(const Stage &source, const Stage &target, ArrayRef<int64_t> shape,
            int64_t elementBytes, const Topology &topology) {
  return AxisWaySearch(source, target, shape, elementBytes, topology).find();
}

} // namespace sbp
