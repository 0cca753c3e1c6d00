// PlanNode.h: one distribution that plans may pass through
#ifndef SBP_LIB_CALCULUS_PLANNODE_H
#define SBP_LIB_CALCULUS_PLANNODE_H

#include "sbp/Calculus/BoxingPlan.h"
#include "sbp/Calculus/Normalise.h"
#include "llvm/ADT/STLExtras.h"

namespace sbp {

/// A distribution of the planned tensor with its canonical form and layout.
struct PlanNode {
  PlacedDistribution placed;
  Distribution normal;
  Layout layout;

  PlanNode(PlacedDistribution placed, llvm::ArrayRef<int64_t> shape)
      : placed(placed),
        normal(normalise(*placed.placement, placed.distribution, shape)),
        layout(*placed.placement, placed.distribution, shape) {}
  bool onSameRanks(const PlanNode &other) const {
    return placed.placement == other.placed.placement;
  }
};

/// Returns a step of `kind` between two nodes, without traffic and groups.
inline BoxingStep makeStep(BoxingStepKind kind, const PlanNode &from,
                           const PlanNode &to) {
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

#endif // SBP_LIB_CALCULUS_PLANNODE_H
