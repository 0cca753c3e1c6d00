//===- AxisWay.cpp - one collective per axis, the quickest sequence -------===//

#include "AxisWay.h"
#include <limits>
#include <queue>

using namespace llvm;

namespace sbp {

namespace {
/// Dijkstra's algorithm; nodes are distributions of one placement.
class AxisWaySearch {
public:
  AxisWaySearch(PlanStages &stages, const Stage &source, const Stage &target,
                double elementBytes)
      : stages(stages), source(source), target(target),
        elementBytes(elementBytes) {}

  SmallVector<PlanStages::Way *, 4> find();

private:
  using Price = std::pair<int64_t, size_t>; ///< scored time, then steps
  static constexpr int64_t unreached = std::numeric_limits<int64_t>::max();
  struct Node {
    const Stage *stage = nullptr;
    Price price = {unreached, 0};
    int64_t previous = -1;
    PlanStages::Way *way = nullptr; ///< from the previous node
    bool done = false;
  };
  // [8, 8, 16] over three dims has 125 distributions, more with orders.
  static constexpr size_t maximumNodes = 512;

  int64_t getNode(const Stage &stage);
  bool relax(int64_t from, Node &to, PlanStages::Way *way);
  void expand(int64_t index);

  PlanStages &stages;
  const Stage &source, &target;
  double elementBytes;
  std::vector<Node> nodes;
  DenseMap<const Stage *, int64_t> numbers;
  /// Nodes by price, then number; those that got cheaper stand in it twice.
  std::priority_queue<std::pair<Price, int64_t>,
                      std::vector<std::pair<Price, int64_t>>, std::greater<>>
      open;
  Node end; ///< the target, however it is written
};
} // namespace

int64_t AxisWaySearch::getNode(const Stage &stage) {
  if (nodes.size() == maximumNodes) {
    auto known = numbers.find(&stage);
    return known == numbers.end() ? -1 : known->second;
  }
  auto [it, isNew] = numbers.try_emplace(&stage, nodes.size());
  if (isNew)
    nodes.emplace_back().stage = &stage;
  return it->second;
}

bool AxisWaySearch::relax(int64_t from, Node &to, PlanStages::Way *way) {
  if (!way || to.done)
    return false;
  const Node &node = nodes[from];
  Price price = {node.price.first + stages.getTime(*way, elementBytes).scored,
                 node.price.second + way->steps.size()};
  if (price >= to.price)
    return false;
  to.price = price;
  to.previous = from;
  to.way = way;
  return true;
}

void AxisWaySearch::expand(int64_t index) {
  nodes[index].done = true;
  const Stage &stage = *nodes[index].stage;
  relax(index, end, stages.getAxisWay(stage, target));
  for (PlanStages::Neighbour &neighbour : stages.getNeighbours(stage)) {
    const Component &component =
        stage.placed.distribution.components[neighbour.axis];
    if (component.isPartial() &&
        target.normal.components[neighbour.axis] == component)
      continue; // it stays
    int64_t next = getNode(*neighbour.stage);
    if (next >= 0 && !nodes[next].done &&
        relax(index, nodes[next], stages.getAxisWay(stage, neighbour)))
      open.push({nodes[next].price, next});
  }
}

SmallVector<PlanStages::Way *, 4> AxisWaySearch::find() {
  int64_t start = getNode(stages.get({source.placed.placement, source.normal}));
  nodes[start].price = {0, 0};
  open.push({nodes[start].price, start});
  while (!open.empty() && open.top().first < end.price) {
    int64_t next = open.top().second;
    open.pop();
    if (!nodes[next].done)
      expand(next);
  }
  SmallVector<PlanStages::Way *, 4> ways;
  for (const Node *node = &end; node->previous >= 0;
       node = &nodes[node->previous])
    ways.push_back(node->way);
  std::reverse(ways.begin(), ways.end());
  return ways;
}

SmallVector<PlanStages::Way *, 4> findAxisWay(PlanStages &stages,
                                              const Stage &source,
                                              const Stage &target,
                                              double elementBytes) {
  return AxisWaySearch(stages, source, target, elementBytes).find();
}

} // namespace sbp
