// PlanStage.h: where a plan stands between two steps
#ifndef SBP_LIB_CALCULUS_PLANSTAGE_H
#define SBP_LIB_CALCULUS_PLANSTAGE_H

#include "sbp/Calculus/BoxingPlan.h"
#include "sbp/Calculus/Normalise.h"
#include "llvm/ADT/STLExtras.h"

namespace sbp {

/// A distribution of the tensor being planned, with its layout.
struct Stage {
  PlacedDistribution placed;
  Distribution normal;
  Layout layout;

  Stage(PlacedDistribution placed, llvm::ArrayRef<int64_t> shape)
      : placed(placed),
        normal(normalise(*placed.placement, placed.distribution, shape)),
        layout(*placed.placement, placed.distribution, shape) {}
  bool onSameRanks(const Stage &other) const {
    return placed.placement == other.placed.placement;
  }
};

/// A step of `kind` between two stages, without its traffic.
inline BoxingStep makeStep(BoxingStepKind kind, const Stage &from,
                           const Stage &to) {
  BoxingStep step;
  step.kind = kind;
  step.from = from.placed;
  step.to = to.placed;
  step.received.assign(
      std::max(from.layout.getWorldSize(), to.layout.getWorldSize()), 0);
  return step;
}

inline bool haveEqualIntervals(const Layout &a, int64_t boxOfA, const Layout &b,
                               int64_t boxOfB) {
  return a.getIntervals(boxOfA) == b.getIntervals(boxOfB);
}

} // namespace sbp

#endif // SBP_LIB_CALCULUS_PLANSTAGE_H
