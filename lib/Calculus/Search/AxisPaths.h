// AxisPaths.h: fastest sequences of collectives along single axes
#ifndef SBP_LIB_CALCULUS_AXISPATHS_H
#define SBP_LIB_CALCULUS_AXISPATHS_H

#include "PlanGraph.h"
#include <map>

namespace sbp {

/// Fastest sequences, by the topology, of collectives along one axis each (a
/// hierarchical all_reduce is one), of slices, and of one last step to the
/// target: shortest paths over the distributions of a placement. The search
/// from a source is kept and continued for other targets. Not thread-safe.
class AxisPaths {
public:
  /// `graph` must have a topology and outlive this object.
  explicit AxisPaths(PlanGraph &graph);
  ~AxisPaths();

  /// Returns the edges of the fastest path between two nodes of one placement,
  /// for elements of `elementBytes` bytes. Empty if none takes `timeLimit`
  /// picoseconds or less. A search holds 512 distributions at most: on a larger
  /// placement the path may be slower than the fastest. The graph owns the
  /// edges.
  llvm::SmallVector<PlanGraph::Edge *, 4> find(const PlanNode &source,
                                               const PlanNode &target,
                                               double elementBytes,
                                               int64_t timeLimit);

private:
  class Search;
  /// Source, axes that stay partial (bit set), bytes of an element.
  using SearchKey = std::tuple<const PlanNode *, uint64_t, double>;

  PlanGraph &graph;
  std::map<SearchKey, std::unique_ptr<Search>> searches;
};

} // namespace sbp

#endif // SBP_LIB_CALCULUS_AXISPATHS_H
