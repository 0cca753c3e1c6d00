// AxisWay.cpp: one collective per axis, the quickest sequence

#include "AxisWay.h"
#include <limits>
#include <queue>

using namespace llvm;

namespace sbp {

/// Dijkstra's algorithm, as far as targets have needed it; nodes are
/// distributions of one placement.
class AxisWays::Search {
public:
  Search(PlanStages &stages, const Stage &start, uint64_t staysPartial,
         double elementBytes)
      : stages(stages), staysPartial(staysPartial), elementBytes(elementBytes) {
    nodes[getNode(start)].price = {0, 0};
    open.push({nodes[0].price, 0});
  }

  SmallVector<PlanStages::Way *, 4> find(const Stage &target, int64_t mostTime);

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
  /// The node at `position` by price; -1 behind the last.
  int64_t getExpandable(size_t position);
  void expand(int64_t index);

  PlanStages &stages;
  uint64_t staysPartial; ///< bits of axes
  double elementBytes;
  std::vector<Node> nodes;
  std::vector<int64_t> expanded; ///< nodes that are done, by price
  DenseMap<const Stage *, int64_t> numbers;
  /// Nodes by price, then number; those that got cheaper stand in it twice.
  std::priority_queue<std::pair<Price, int64_t>,
                      std::vector<std::pair<Price, int64_t>>, std::greater<>>
      open;
};

int64_t AxisWays::Search::getNode(const Stage &stage) {
  if (nodes.size() == maximumNodes) {
    auto known = numbers.find(&stage);
    return known == numbers.end() ? -1 : known->second;
  }
  auto [it, isNew] = numbers.try_emplace(&stage, nodes.size());
  if (isNew)
    nodes.emplace_back().stage = &stage;
  return it->second;
}

bool AxisWays::Search::relax(int64_t from, Node &to, PlanStages::Way *way) {
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

int64_t AxisWays::Search::getExpandable(size_t position) {
  if (position < expanded.size())
    return expanded[position];
  while (!open.empty() && nodes[open.top().second].done)
    open.pop();
  return open.empty() ? -1 : open.top().second;
}

void AxisWays::Search::expand(int64_t index) {
  open.pop();
  expanded.push_back(index);
  nodes[index].done = true;
  const Stage &stage = *nodes[index].stage;
  for (PlanStages::Neighbour &neighbour : stages.getNeighbours(stage)) {
    if (stage.placed.distribution.components[neighbour.axis].isPartial() &&
        staysPartial >> neighbour.axis & 1)
      continue;
    int64_t next = getNode(*neighbour.stage);
    if (next >= 0 && !nodes[next].done &&
        relax(index, nodes[next], stages.getAxisWay(stage, neighbour)))
      open.push({nodes[next].price, next});
  }
}

SmallVector<PlanStages::Way *, 4> AxisWays::Search::find(const Stage &target,
                                                         int64_t mostTime) {
  Node end; // the target, however it is written
  for (size_t i = 0;; ++i) {
    int64_t next = getExpandable(i);
    if (next < 0 || nodes[next].price >= end.price ||
        nodes[next].price.first > mostTime)
      break;
    if (!nodes[next].done)
      expand(next);
    relax(next, end, stages.getAxisWay(*nodes[next].stage, target));
  }
  SmallVector<PlanStages::Way *, 4> ways;
  if (end.price.first > mostTime)
    return ways;
  for (const Node *node = &end; node->previous >= 0;
       node = &nodes[node->previous])
    ways.push_back(node->way);
  std::reverse(ways.begin(), ways.end());
  return ways;
}

AxisWays::AxisWays(PlanStages &stages) : stages(stages) {}
AxisWays::~AxisWays() = default;

SmallVector<PlanStages::Way *, 4> AxisWays::find(const Stage &source,
                                                 const Stage &target,
                                                 double elementBytes,
                                                 int64_t mostTime) {
  uint64_t staysPartial = 0;
  for (auto [axis, component] : llvm::enumerate(source.normal.components))
    if (component.isPartial() && target.normal.components[axis] == component)
      staysPartial |= uint64_t(1) << axis;
  const Stage &start = stages.get({source.placed.placement, source.normal});
  auto &search = searches[{&start, staysPartial, elementBytes}];
  if (!search)
    search =
        std::make_unique<Search>(stages, start, staysPartial, elementBytes);
  return search->find(target, mostTime);
}

} // namespace sbp
