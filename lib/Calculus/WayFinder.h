// WayFinder.h: which distributions a plan passes through
#ifndef SBP_LIB_CALCULUS_WAYFINDER_H
#define SBP_LIB_CALCULUS_WAYFINDER_H

#include "AxisWay.h"

namespace sbp {

/// What makes a plan better: less time by the topology, fewer bytes, less
/// waiting, fewer steps that communicate, fewer exchanges, fewer steps, less
/// for the busiest rank.
struct PlanScore {
  int64_t time = 0; ///< StepsTime::scored; 0 without a topology
  int64_t elements = 0;
  /// Where all links are equal, in bytes: what the busiest rank receives, and
  /// bytesOfRound for each step that communicates.
  double waiting = 0;
  int64_t rounds = 0, exchanges = 0, steps = 0;
  auto operator<=>(const PlanScore &) const = default;
};

/// Sequences of distributions worth trying, and the best of them.
class WayFinder {
public:
  /// `axisWays`: over `stages`.
  WayFinder(PlanStages &stages, AxisWays &axisWays,
            const PlacedDistribution &source, const PlacedDistribution &target,
            double elementBytes)
      : stages(stages), axisWays(axisWays), shape(stages.getShape()),
        elementBytes(elementBytes), topology(stages.getTopology()),
        source(stages.get(source)), target(stages.get(target)) {}

  llvm::SmallVector<BoxingStep, 2> find();
  /// What was found takes by the topology.
  double getSeconds() const { return bestSeconds; }

private:
  Distribution change(const Distribution &distribution,
                      const AxisChanges &changes) const;
  std::optional<Distribution> sliceTowardsTarget() const;
  std::optional<Distribution> getUnfilledTarget() const;
  void tryThrough(llvm::ArrayRef<PlacedDistribution> middle);
  bool isWorthwhile(llvm::ArrayRef<const Stage *> way,
                    llvm::ArrayRef<int64_t> bounds) const;
  void offer(llvm::ArrayRef<PlanStages::Way *> ways);
  void tryReductions();
  void tryRelays();
  std::vector<PlacedDistribution> getRelays(const PlacedDistribution &placed,
                                            bool reduced) const;
  bool mixesCombiners() const;
  void tryTwoCombiners();
  void tryScatter(const Distribution &start, int64_t dim, bool all);
  bool sameHierarchy() const { return source.onSameRanks(target); }

  PlanStages &stages;
  AxisWays &axisWays;
  llvm::ArrayRef<int64_t> shape;
  double elementBytes;
  const Topology *topology; ///< null: bytes decide
  const Stage &source, &target;
  int64_t limit = 0; ///< ways that move more elements are of no interest
  llvm::SmallVector<BoxingStep, 2> best;
  std::optional<PlanScore> bestScore;
  double bestSeconds = 0;
};

} // namespace sbp

#endif // SBP_LIB_CALCULUS_WAYFINDER_H
