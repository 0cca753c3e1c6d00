// AxisPaths.cpp: fastest sequences of collectives along single axes
//
// Dijkstra's shortest path algorithm (1959) over the distributions of one
// placement. An edge changes one axis by a collective and costs its predicted
// time. Labels are kept between calls: a search for another target from the
// same source continues where the last one stopped.
// Example: [P, P] -> [B, B] over 2 hosts x 8 GPUs with a slow network becomes
// reduce_scatter in the host, all_reduce between hosts, all_gather in the host.

#include "AxisPaths.h"
#include <limits>
#include <queue>

using namespace llvm;

namespace sbp {

/// The search from one source, expanded as far as the targets so far needed.
class AxisPaths::Search {
public:
  Search(PlanGraph &graph, const PlanNode &start, uint64_t staysPartial,
         double elementBytes)
      : graph(graph), staysPartial(staysPartial), elementBytes(elementBytes) {
    labels[getLabel(start)].price = {0, 0};
    open.push({labels[0].price, 0});
  }

  SmallVector<PlanGraph::Edge *, 4> find(const PlanNode &target,
                                         int64_t timeLimit);

private:
  using Price = std::pair<int64_t, size_t>; ///< picoseconds, then steps
  static constexpr int64_t kUnreached = std::numeric_limits<int64_t>::max();
  struct Label {
    const PlanNode *node = nullptr;
    Price price = {kUnreached, 0};
    int64_t previous = -1;
    PlanGraph::Edge *edge = nullptr; ///< from the previous label
    bool done = false;
  };
  // [8, 8, 16] over three dims has 125 distributions without orders; the limit
  // bounds the time of a search on larger placements.
  static constexpr size_t kMaxLabels = 512;

  /// Returns the label of a node; -1 if it is new and the limit is reached.
  int64_t getLabel(const PlanNode &node);
  /// Lowers the price of `to` if the path through `from` is cheaper.
  bool relax(int64_t from, Label &to, PlanGraph::Edge *edge);
  /// Returns the label at `position` in ascending order of price, or -1 after
  /// the last.
  int64_t getExpandable(size_t position);
  /// Settles a label and relaxes its neighbours.
  void expand(int64_t index);

  PlanGraph &graph;
  uint64_t staysPartial; ///< bit set of axes
  double elementBytes;
  std::vector<Label> labels;
  std::vector<int64_t> expanded; ///< settled labels, by ascending price
  DenseMap<const PlanNode *, int64_t> numbers;
  /// Labels by price, then number. A label that became cheaper has several
  /// entries; getExpandable skips the stale ones.
  std::priority_queue<std::pair<Price, int64_t>,
                      std::vector<std::pair<Price, int64_t>>, std::greater<>>
      open;
};

int64_t AxisPaths::Search::getLabel(const PlanNode &node) {
  if (labels.size() == kMaxLabels) {
    auto known = numbers.find(&node);
    return known == numbers.end() ? -1 : known->second;
  }
  auto [it, isNew] = numbers.try_emplace(&node, labels.size());
  if (isNew)
    labels.emplace_back().node = &node;
  return it->second;
}

bool AxisPaths::Search::relax(int64_t from, Label &to, PlanGraph::Edge *edge) {
  if (!edge || to.done)
    return false;
  const Label &label = labels[from];
  Price price = {label.price.first +
                     graph.getTime(*edge, elementBytes).picoseconds,
                 label.price.second + edge->steps.size()};
  if (price >= to.price)
    return false;
  to.price = price;
  to.previous = from;
  to.edge = edge;
  return true;
}

int64_t AxisPaths::Search::getExpandable(size_t position) {
  if (position < expanded.size())
    return expanded[position];
  while (!open.empty() && labels[open.top().second].done)
    open.pop();
  return open.empty() ? -1 : open.top().second;
}

void AxisPaths::Search::expand(int64_t index) {
  open.pop();
  expanded.push_back(index);
  labels[index].done = true;
  const PlanNode &node = *labels[index].node;
  for (PlanGraph::Neighbour &neighbour : graph.getNeighbours(node)) {
    // An axis that is P at both ends is never reduced: reducing and refilling
    // it would only cost time.
    if (node.placed.distribution.components[neighbour.axis].isPartial() &&
        staysPartial >> neighbour.axis & 1)
      continue;
    int64_t next = getLabel(*neighbour.node);
    if (next >= 0 && !labels[next].done &&
        relax(index, labels[next], graph.getAxisEdge(node, neighbour)))
      open.push({labels[next].price, next});
  }
}

SmallVector<PlanGraph::Edge *, 4>
AxisPaths::Search::find(const PlanNode &target, int64_t timeLimit) {
  Label end; // The target; it may be written differently from its node.
  for (size_t i = 0;; ++i) {
    int64_t next = getExpandable(i);
    // Every further path is at least as long as the best one to the target.
    if (next < 0 || labels[next].price >= end.price ||
        labels[next].price.first > timeLimit)
      break;
    if (!labels[next].done)
      expand(next);
    relax(next, end, graph.getAxisEdge(*labels[next].node, target));
  }
  SmallVector<PlanGraph::Edge *, 4> path;
  if (end.price.first > timeLimit)
    return path;
  for (const Label *label = &end; label->previous >= 0;
       label = &labels[label->previous])
    path.push_back(label->edge);
  std::reverse(path.begin(), path.end());
  return path;
}

AxisPaths::AxisPaths(PlanGraph &graph) : graph(graph) {}
AxisPaths::~AxisPaths() = default;

SmallVector<PlanGraph::Edge *, 4> AxisPaths::find(const PlanNode &source,
                                                  const PlanNode &target,
                                                  double elementBytes,
                                                  int64_t timeLimit) {
  uint64_t staysPartial = 0;
  for (auto [axis, component] : llvm::enumerate(source.normal.components))
    if (component.isPartial() && target.normal.components[axis] == component)
      staysPartial |= uint64_t(1) << axis;
  const PlanNode &start = graph.get({source.placed.placement, source.normal});
  auto &search = searches[{&start, staysPartial, elementBytes}];
  if (!search)
    search = std::make_unique<Search>(graph, start, staysPartial, elementBytes);
  return search->find(target, timeLimit);
}

} // namespace sbp
