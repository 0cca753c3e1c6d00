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
  /// Received bytes of the busiest rank, plus kBytesPerRound for each
  /// communicating step. Stands for time if all links are equal.
  double criticalBytes = 0;
  int64_t rounds = 0, exchanges = 0, steps = 0;
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
  Distribution change(const Distribution &distribution,
                      const AxisChanges &changes) const;
  std::optional<Distribution> sliceTowardsTarget() const;
  std::optional<Distribution> getUnfilledTarget() const;
  void tryPath(llvm::ArrayRef<PlacedDistribution> middle);
  bool isWorthwhile(llvm::ArrayRef<const PlanNode *> nodes,
                    llvm::ArrayRef<int64_t> bounds) const;
  void consider(llvm::ArrayRef<PlanGraph::Edge *> path);
  void tryReductions();
  void tryRelays();
  std::vector<PlacedDistribution> getRelays(const PlacedDistribution &placed,
                                            bool reduced) const;
  bool mixesCombiners() const;
  void tryTwoCombiners();
  void tryScatter(const Distribution &start, int64_t dim, bool all);
  bool sameHierarchy() const { return source.onSameRanks(target); }

  PlanGraph &graph;
  AxisPaths &axisPaths;
  llvm::ArrayRef<int64_t> shape;
  double elementBytes;
  const Topology *topology; ///< if null, bytes decide
  const PlanNode &source, &target;
  int64_t limit = 0; ///< candidates that move more elements are skipped
  llvm::SmallVector<BoxingStep, 2> best;
  std::optional<PlanScore> bestScore;
  double bestSeconds = 0;
};

} // namespace sbp

#endif // SBP_LIB_CALCULUS_PLANSEARCH_H
