// FlowNetwork.h: minimum cuts of a network with one source and one sink
//
// Maximum flows by augmenting paths of shortest length (Dinitz 1970). Depends
// on no IR.
#ifndef SBP_ANALYSIS_FLOW_FLOWNETWORK_H
#define SBP_ANALYSIS_FLOW_FLOWNETWORK_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <limits>
#include <vector>

namespace sbp {

/// A network of nodes 0, 1, .. and directed edges with capacities.
class FlowNetwork {
public:
  /// The capacity of an edge that no minimum cut contains. Sums of all other
  /// capacities must stay below.
  static constexpr int64_t kInfinite = std::numeric_limits<int64_t>::max() / 4;

  explicit FlowNetwork(unsigned numNodes) : edgesOf(numNodes) {}
  /// Adds an edge between two different nodes; `capacity` is at least 0.
  void addEdge(unsigned from, unsigned to, int64_t capacity) {
    edgesOf[from].push_back(edges.size());
    edges.push_back({to, capacity});
    edgesOf[to].push_back(edges.size());
    edges.push_back({from, 0});
  }

  /// Pushes as much flow as possible and returns its value, which is that of
  /// every minimum cut. Some path of finite edges must be cut, or none exists.
  int64_t maximise(unsigned source, unsigned sink);
  /// Returns, per node, whether it is on the smallest source side of a minimum
  /// cut. After maximise with the same source.
  std::vector<bool> getSourceSide(unsigned source) const;
  /// Returns, per node, whether it is on the smallest sink side of a minimum
  /// cut. After maximise with the same sink.
  std::vector<bool> getSinkSide(unsigned sink) const;

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
  std::vector<unsigned> next; ///< per node, edges before it are exhausted
};

} // namespace sbp

#endif // SBP_ANALYSIS_FLOW_FLOWNETWORK_H
