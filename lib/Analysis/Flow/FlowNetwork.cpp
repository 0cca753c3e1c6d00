// FlowNetwork.cpp: augmenting paths of shortest length

#include "sbp/Analysis/Flow/FlowNetwork.h"

using namespace sbp;

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

int64_t FlowNetwork::maximise(unsigned source, unsigned sink) {
  int64_t value = 0;
  while (findLevels(source, sink)) {
    next.assign(edgesOf.size(), 0);
    while (int64_t flow = augment(source, sink))
      value += flow;
  }
  return value;
}

std::vector<bool> FlowNetwork::getSourceSide(unsigned source) const {
  std::vector<bool> side(edgesOf.size());
  std::vector<unsigned> reached{source};
  side[source] = true;
  for (size_t i = 0; i < reached.size(); ++i)
    for (unsigned number : edgesOf[reached[i]])
      if (unsigned to = edges[number].to; edges[number].residual && !side[to]) {
        side[to] = true;
        reached.push_back(to);
      }
  return side;
}

std::vector<bool> FlowNetwork::getSinkSide(unsigned sink) const {
  std::vector<bool> side(edgesOf.size());
  std::vector<unsigned> reached{sink};
  side[sink] = true;
  for (size_t i = 0; i < reached.size(); ++i)
    for (unsigned number : edgesOf[reached[i]])
      if (unsigned from = edges[number].to;
          edges[number ^ 1].residual && !side[from]) {
        side[from] = true;
        reached.push_back(from);
      }
  return side;
}
