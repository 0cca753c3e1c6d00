// PlanGraph.h: distributions and steps that plans of one tensor share
//
// Nodes are distributions, edges are the steps between two of them. Plans
// between many pairs of distributions use the same edges, so each is computed
// once, when it is first requested. Not thread-safe.
#ifndef SBP_LIB_CALCULUS_PLANGRAPH_H
#define SBP_LIB_CALCULUS_PLANGRAPH_H

#include "../Plan/PlanNode.h"
#include "sbp/Calculus/Topology.h"
#include "llvm/ADT/DenseMap.h"
#include <unordered_map>

namespace sbp {

/// Axes (indices in the placement) and the components that they change to.
using AxisChanges = llvm::SmallVector<std::pair<int64_t, Component>>;
/// Returns the canonical form of `distribution` with components replaced. An
/// axis that changes is applied last, in the order of the axes, so that a new
/// split is innermost.
Distribution changeComponents(const Placement &placement,
                              const Distribution &distribution,
                              const AxisChanges &changes,
                              llvm::ArrayRef<int64_t> shape);

/// The predicted time of steps by a topology.
struct StepsTime {
  /// Rounded time with one nanosecond added per communication, for comparisons:
  /// sums that differ in their last bits only are ties, which fewer steps win.
  int64_t picoseconds = 0;
  double seconds = 0; ///< the exact sum
};

/// A lazily built graph. Nodes and edges live as long as the graph.
class PlanGraph {
public:
  using Steps = llvm::SmallVector<BoxingStep, 2>;
  /// The steps between two nodes, and their time for the element size that was
  /// requested last (-1: none yet).
  struct Edge {
    Steps steps;
    double elementBytes = -1;
    StepsTime time;
  };
  /// A node that differs in one axis, an index in the placement. An `edge` that
  /// is set but null means that no axis edge leads there.
  struct Neighbour {
    int64_t axis;
    const PlanNode *node;
    std::optional<Edge *> edge = std::nullopt; ///< set once requested
  };

  /// `topology` may be null; otherwise it must outlive the graph.
  PlanGraph(llvm::ArrayRef<int64_t> shape, const Topology *topology)
      : shape(shape), topology(topology) {}

  llvm::ArrayRef<int64_t> getShape() const { return shape; }
  const Topology *getTopology() const { return topology; }
  /// Returns the node of a distribution, created by the first call. Placements
  /// are compared by address, and the node keeps `placed`.
  const PlanNode &get(const PlacedDistribution &placed);
  /// Returns the nodes in which one axis of more than one rank changes to a
  /// split or to B. The array lives until the next call with a node that no
  /// call had before.
  llvm::MutableArrayRef<Neighbour> getNeighbours(const PlanNode &node);
  /// Returns the least number of elements that ranks must receive in total
  /// between the two nodes (getBoxingBoundTotal), computed once per pair.
  int64_t getBound(const PlanNode &from, const PlanNode &to);
  /// Returns the edge with at most two steps that move exactly getBound
  /// elements (findSteps).
  Edge &getEdge(const PlanNode &from, const PlanNode &to);
  /// Returns a collective along axes, even if it exceeds the bound, or steps
  /// that move no element. Null if neither connects the nodes.
  Edge *getAxisEdge(const PlanNode &from, const PlanNode &to);
  /// Returns the same edge for a neighbour, and stores it there.
  Edge *getAxisEdge(const PlanNode &from, Neighbour &to) {
    if (!to.edge)
      to.edge = getAxisEdge(from, *to.node);
    return *to.edge;
  }
  /// Returns the predicted time of an edge for elements of `elementBytes`
  /// bytes and stores it in the edge. Zero without a topology. Local steps take
  /// no time.
  StepsTime getTime(Edge &edge, double elementBytes) const;

private:
  /// The results for an ordered pair of nodes, each set by its first request.
  struct Pair {
    std::optional<int64_t> bound;
    std::optional<Edge> edge, axisEdge;
    bool hasNoAxisEdge = false;
  };
  struct Hash {
    size_t operator()(const Distribution &distribution) const {
      return hash_value(distribution);
    }
  };
  using ByDistribution =
      std::unordered_map<Distribution, std::unique_ptr<PlanNode>, Hash>;
  /// Returns what was computed for two nodes, empty at first.
  Pair &getPair(const PlanNode &from, const PlanNode &to);

  llvm::SmallVector<int64_t> shape;
  const Topology *topology;
  llvm::SmallDenseMap<const Placement *, ByDistribution, 2> nodes;
  llvm::DenseMap<const PlanNode *, llvm::SmallVector<Neighbour, 0>> neighbours;
  llvm::DenseMap<std::pair<const PlanNode *, const PlanNode *>,
                 std::unique_ptr<Pair>>
      pairs;
};

} // namespace sbp

#endif // SBP_LIB_CALCULUS_PLANGRAPH_H
