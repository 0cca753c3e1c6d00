//===- WayFinder.h - which distributions a plan passes through ------------===//
#ifndef SBP_LIB_CALCULUS_WAYFINDER_H
#define SBP_LIB_CALCULUS_WAYFINDER_H

#include "PlanStage.h"
#include "sbp/Calculus/Topology.h"

namespace sbp {

/// Axes and what they change to.
using Components = llvm::SmallVector<std::pair<int64_t, Component>>;
/// Replaces components; an axis that begins to split does so innermost.
Distribution changeComponents(const Placement &placement,
                              const Distribution &distribution,
                              const Components &changes,
                              llvm::ArrayRef<int64_t> shape);

/// Picoseconds, with one nanosecond on top of every communication: sums that
/// differ in their last bits only are a tie, which fewer steps win.
int64_t getScoredTime(llvm::ArrayRef<BoxingStep> steps,
                      llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                      const Topology &topology);

/// What makes a plan better: less time by the topology, fewer bytes, less
/// waiting, fewer steps that communicate, fewer exchanges, fewer steps, less
/// for the busiest rank.
struct PlanScore {
  int64_t time = 0; ///< of getScoredTime; 0 without a topology
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
  WayFinder(PlacedDistribution source, PlacedDistribution target,
            llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
            const Topology *topology)
      : shape(shape), elementBytes(elementBytes), topology(topology),
        source(source, shape), target(target, shape) {}

  /// `bound`: in elements, from source to target.
  llvm::SmallVector<BoxingStep, 2> find(int64_t bound);

private:
  Distribution change(const Distribution &distribution,
                      const Components &changes) const;
  std::optional<Distribution> sliceTowardsTarget() const;
  std::optional<Distribution> getUnfilledTarget() const;
  const Stage &getStage(const PlacedDistribution &placed);
  void tryThrough(llvm::ArrayRef<PlacedDistribution> middle);
  bool isWorthwhile(llvm::ArrayRef<const Stage *> way,
                    llvm::ArrayRef<int64_t> bounds) const;
  void offer(llvm::SmallVector<BoxingStep, 2> steps);
  void tryReductions();
  void tryRelays();
  std::vector<PlacedDistribution> getRelays(const PlacedDistribution &placed,
                                            bool reduced) const;
  bool mixesCombiners() const;
  void tryTwoCombiners();
  void tryScatter(const Distribution &start, int64_t dim, bool all);
  bool sameHierarchy() const { return source.onSameRanks(target); }

  llvm::ArrayRef<int64_t> shape;
  int64_t elementBytes;
  const Topology *topology; ///< null: bytes decide
  Stage source, target;
  int64_t directBound = 0;
  int64_t limit = 0; ///< ways that move more elements are of no interest
  std::vector<std::unique_ptr<Stage>> stages;
  llvm::SmallVector<BoxingStep, 2> best;
  std::optional<PlanScore> bestScore;
};

} // namespace sbp

#endif // SBP_LIB_CALCULUS_WAYFINDER_H
