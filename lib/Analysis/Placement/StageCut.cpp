// StageCut.cpp: minimum cuts at the boundaries between stages
//
// For the boundary after stage b, the source side of a cut is what runs at or
// before b. A value of n bytes has two auxiliary nodes:
//   producer --n--> forward --infinite--> every reader
//   every reader --infinite--> backward --n--> producer
// The first edge of n is cut if the producer is early and a reader late, the
// second if the producer is late and a reader early. What the residual graph
// reaches from the source is the smallest source side of all minimum cuts, so
// every node that may be late is. The smallest source sides of later
// boundaries contain those of earlier ones, since fixed nodes only join the
// source, so the number of boundaries that a node is after is its stage.

#include "sbp/Analysis/Placement/StageCut.h"
#include "sbp/Analysis/Flow/FlowNetwork.h"
#include "llvm/ADT/STLExtras.h"

using namespace sbp;

/// The cut after stage `boundary`: per node, whether it is at or before it.
static std::vector<bool> cutBehind(const CrossingGraph &graph,
                                   unsigned boundary) {
  unsigned numNodes = graph.stages.size();
  unsigned source = numNodes + 2 * graph.values.size(), sink = source + 1;
  FlowNetwork network(sink + 1);
  for (auto [node, stage] : llvm::enumerate(graph.stages)) {
    if (!stage)
      continue;
    if (*stage <= boundary)
      network.addEdge(source, node, FlowNetwork::kInfinite);
    else
      network.addEdge(node, sink, FlowNetwork::kInfinite);
  }
  for (auto [number, value] : llvm::enumerate(graph.values)) {
    unsigned forward = numNodes + 2 * number, backward = forward + 1;
    network.addEdge(value.producer, forward, value.bytes);
    network.addEdge(backward, value.producer, value.bytes);
    for (unsigned reader : value.readers) {
      network.addEdge(forward, reader, FlowNetwork::kInfinite);
      network.addEdge(reader, backward, FlowNetwork::kInfinite);
    }
  }
  network.maximise(source, sink);
  return network.getSourceSide(source);
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
