// PlanSearch.h: the search for the best sequence of distributions
#ifndef SBP_LIB_CALCULUS_PLANSEARCH_H
#define SBP_LIB_CALCULUS_PLANSEARCH_H

#include "AxisPaths.h"

namespace sbp {

/// The criteria of a plan in lexicographic order, smaller is better: predicted
/// time, bytes, critical bytes, communicating steps, exchanges, steps.
struct PlanScore {
  int64_t time = 0;     ///< StepsTime::picoseconds; 0 without a topology
  int64_t elements = 0; ///< received by all ranks in all steps
  /// Received bytes of the busiest rank, a quarter more in exchanges, plus
  /// kBytesPerRound per communicating step. Stands for time on equal links.
  double criticalBytes = 0;
  int64_t rounds = 0, exchanges = 0, steps = 0;
  /// Compares the criteria one after the other; the better score is less.
  auto operator<=>(const PlanScore &) const = default;
};

/// Compares candidate sequences of distributions and keeps the best.
class PlanSearch {
public:
  /// `axisPaths` must belong to `graph`; both must outlive the search. An
  /// element has `elementBytes` bytes.
  PlanSearch(PlanGraph &graph, AxisPaths &axisPaths,
             const PlacedDistribution &source, const PlacedDistribution &target,
             double elementBytes)
      : graph(graph), axisPaths(axisPaths), shape(graph.getShape()),
        elementBytes(elementBytes), topology(graph.getTopology()),
        source(graph.get(source)), target(graph.get(target)) {}

  /// Returns the steps of the best plan, in order; empty where source and
  /// target are equal. Call once.
  llvm::SmallVector<BoxingStep, 2> find();
  /// Returns the predicted time, in seconds, of the plan that find() returned;
  /// 0 before, and without a topology.
  double getSeconds() const { return bestSeconds; }

private:
  /// Returns a distribution of the source's placement with components replaced.
  Distribution change(const Distribution &distribution,
                      const AxisChanges &changes) const;
  /// Returns the source with B axes cut as the target cuts them; nullopt if
  /// there is nothing to cut.
  std::optional<Distribution> sliceTowardsTarget() const;
  /// Returns the target before its last step, the fill with identities; nullopt
  /// if it needs no fill.
  std::optional<Distribution> getUnfilledTarget() const;
  /// Considers the path from source to target through the nodes of `middle`,
  /// which may be empty, unless bounds exclude it.
  void tryPath(llvm::ArrayRef<PlacedDistribution> middle);
  /// Returns false if bytes decide and no path with these least numbers of
  /// elements per edge can be better than the best.
  bool isWorthwhile(llvm::ArrayRef<const PlanNode *> nodes,
                    llvm::ArrayRef<int64_t> bounds) const;
  /// Keeps a path if its score is better than the best.
  void consider(llvm::ArrayRef<PlanGraph::Edge *> path);
  /// Tries paths that reduce pieces before they are spread.
  void tryReductions();
  /// Tries paths with fewer bytes on slow links (PlanRelays.cpp).
  void tryRelays();
  /// Returns `placed` with every subset of its axes that are not split, four at
  /// most, split along one dimension or, if `reduced`, B.
  std::vector<PlacedDistribution> getRelays(const PlacedDistribution &placed,
                                            bool reduced) const;
  /// Returns true if source and target are partial under different combiners.
  bool mixesCombiners() const;
  /// Tries the paths of that case.
  void tryTwoCombiners();
  /// Tries to split the P axes of `start` along `dim`: those that the target
  /// reduces, or all.
  void tryScatter(const Distribution &start, int64_t dim, bool all);
  /// Returns true if source and target have one placement.
  bool sameHierarchy() const { return source.onSameRanks(target); }

  PlanGraph &graph;
  AxisPaths &axisPaths;
  llvm::ArrayRef<int64_t> shape;
  double elementBytes;
  const Topology *topology; ///< if null, bytes decide
  const PlanNode &source, &target;
  int64_t limit = 0; ///< candidates that move more elements are skipped
  llvm::SmallVector<BoxingStep, 2> best;
  std::optional<PlanScore> bestScore; ///< nullopt before the first path
  double bestSeconds = 0;             ///< predicted time of `best`
};

} // namespace sbp

#endif // SBP_LIB_CALCULUS_PLANSEARCH_H
