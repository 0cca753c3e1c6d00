// StageCut.cpp: minimum cuts at the boundaries between stages
//
// For the boundary behind stage b, the source side of a cut is what runs at or
// before b. A value of n bytes has two auxiliary nodes:
//   producer --n--> forward --infinite--> every reader
//   every reader --infinite--> backward --n--> producer
// The first edge of n is cut if the producer is early and a reader late, the
// second if the producer is late and a reader early. What the residual graph
// reaches from the source is the smallest source side of all minimum cuts, so
// every node that may be late is. The smallest source sides of later
// boundaries contain those of earlier ones, since fixed nodes only join the
// source, so the number of boundaries that a node is behind is its stage.

#include "sbp/Analysis/Placement/StageCut.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

using namespace sbp;

static constexpr int64_t kInfinite = std::numeric_limits<int64_t>::max() / 4;

namespace {

/// A flow network with one source and one sink.
class FlowNetwork {
public:
  explicit FlowNetwork(unsigned numNodes) : edgesOf(numNodes) {}
  void addEdge(unsigned from, unsigned to, int64_t capacity) {
    edgesOf[from].push_back(edges.size());
    edges.push_back({to, capacity});
    edgesOf[to].push_back(edges.size());
    edges.push_back({from, 0});
  }
  /// Returns, per node, whether it is on the smallest source side of a minimum
  /// cut.
  std::vector<bool> cut(unsigned source, unsigned sink);

private:
  struct Edge {
    unsigned to;
    int64_t residual; ///< the edge in the other direction is the next number
  };
  bool findLevels(unsigned source, unsigned sink);
  int64_t augment(unsigned source, unsigned sink);

  std::vector<Edge> edges; ///< edge i and i ^ 1 are opposite
  std::vector<llvm::SmallVector<unsigned, 4>> edgesOf;
  std::vector<int> level;     ///< distance from the source; -1: not reached
  std::vector<unsigned> next; ///< per node, edges in front of it are exhausted
};

} // namespace

bool FlowNetwork::findLevels(unsigned source, unsigned sink) {
  level.assign(edgesOf.size(), -1);
  level[source] = 0;
  std::vector<unsigned> reached{source};
  for (size_t i = 0; i < reached.size(); ++i)
    for (unsigned number : edgesOf[reached[i]]) {
      const Edge &edge = edges[number];
      if (edge.residual == 0 || level[edge.to] >= 0)
        continue;
      level[edge.to] = level[reached[i]] + 1;
      reached.push_back(edge.to);
    }
  return level[sink] >= 0;
}

/// Pushes flow along one path of shortest length. Returns zero if there is none
/// left. Iterative: a path may be as long as the program.
int64_t FlowNetwork::augment(unsigned source, unsigned sink) {
  std::vector<unsigned> path; ///< edges
  unsigned node = source;
  while (node != sink) {
    bool advanced = false;
    for (unsigned &i = next[node]; i < edgesOf[node].size(); ++i) {
      const Edge &edge = edges[edgesOf[node][i]];
      if (edge.residual == 0 || level[edge.to] != level[node] + 1)
        continue;
      path.push_back(edgesOf[node][i]);
      node = edge.to;
      advanced = true;
      break;
    }
    if (advanced)
      continue;
    if (path.empty())
      return 0;
    node = edges[path.back() ^ 1].to;
    path.pop_back();
    ++next[node];
  }
  int64_t flow = kInfinite;
  for (unsigned number : path)
    flow = std::min(flow, edges[number].residual);
  for (unsigned number : path) {
    edges[number].residual -= flow;
    edges[number ^ 1].residual += flow;
  }
  return flow;
}

std::vector<bool> FlowNetwork::cut(unsigned source, unsigned sink) {
  while (findLevels(source, sink)) {
    next.assign(edgesOf.size(), 0);
    while (augment(source, sink) > 0) {
    }
  }
  std::vector<bool> early;
  for (int distance : level)
    early.push_back(distance >= 0);
  return early;
}

/// The cut behind stage `boundary`: per node, whether it is at or before it.
static std::vector<bool> cutBehind(const CrossingGraph &graph,
                                   unsigned boundary) {
  unsigned numNodes = graph.stages.size();
  unsigned source = numNodes + 2 * graph.values.size(), sink = source + 1;
  FlowNetwork network(sink + 1);
  for (auto [node, stage] : llvm::enumerate(graph.stages)) {
    if (!stage)
      continue;
    if (*stage <= boundary)
      network.addEdge(source, node, kInfinite);
    else
      network.addEdge(node, sink, kInfinite);
  }
  for (auto [number, value] : llvm::enumerate(graph.values)) {
    unsigned forward = numNodes + 2 * number, backward = forward + 1;
    network.addEdge(value.producer, forward, value.bytes);
    network.addEdge(backward, value.producer, value.bytes);
    for (unsigned reader : value.readers) {
      network.addEdge(forward, reader, kInfinite);
      network.addEdge(reader, backward, kInfinite);
    }
  }
  return network.cut(source, sink);
}

std::vector<unsigned> sbp::assignStages(const CrossingGraph &graph,
                                        unsigned numStages) {
  std::vector<unsigned> stages(graph.stages.size(), 0);
  for (unsigned boundary = 0; boundary + 1 < numStages; ++boundary) {
    std::vector<bool> early = cutBehind(graph, boundary);
    for (unsigned node = 0; node < stages.size(); ++node)
      stages[node] += !early[node];
  }
  return stages;
}

int64_t sbp::countCrossingBytes(const CrossingGraph &graph,
                                llvm::ArrayRef<unsigned> stages) {
  int64_t bytes = 0;
  for (const CrossingGraph::Value &value : graph.values) {
    unsigned first = stages[value.producer], last = first;
    for (unsigned reader : value.readers) {
      first = std::min(first, stages[reader]);
      last = std::max(last, stages[reader]);
    }
    bytes += value.bytes * (last - first);
  }
  return bytes;
}
