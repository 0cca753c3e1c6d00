//===- WayFinder.h - which distributions a plan passes through ------------===//
#ifndef SBP_LIB_CALCULUS_WAYFINDER_H
#define SBP_LIB_CALCULUS_WAYFINDER_H

#include "PlanStage.h"
#include <array>

namespace sbp {

/// Sequences of distributions worth trying, and the best of them.
class WayFinder {
public:
  WayFinder(PlacedDistribution source, PlacedDistribution target,
            llvm::ArrayRef<int64_t> shape)
      : shape(shape), source(source, shape), target(target, shape) {}

  llvm::SmallVector<BoxingStep, 2> find(int64_t bound);

private:
  using Components = llvm::SmallVector<std::pair<int64_t, Component>>;
  Distribution change(const Distribution &distribution,
                      const Components &changes) const;
  std::optional<Distribution> sliceTowardsTarget() const;
  std::optional<Distribution> getUnfilledTarget() const;
  const Stage &getStage(const PlacedDistribution &placed);
  void tryThrough(llvm::ArrayRef<PlacedDistribution> middle);
  void tryReductions();
  bool mixesCombiners() const;
  llvm::SmallVector<BoxingStep, 2> planTwoCombiners();
  void tryScatter(const Distribution &start, int64_t dim, bool all);
  bool sameHierarchy() const { return source.onSameRanks(target); }

  llvm::ArrayRef<int64_t> shape;
  Stage source, target;
  int64_t limit = 0; ///< ways that move more elements are of no interest
  std::vector<std::unique_ptr<Stage>> stages;
  llvm::SmallVector<BoxingStep, 2> best;
  std::optional<std::array<int64_t, 4>> bestScore;
};

} // namespace sbp

#endif // SBP_LIB_CALCULUS_WAYFINDER_H
