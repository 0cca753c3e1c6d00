// PlanNode.h: one distribution that plans may pass through
#ifndef SBP_LIB_CALCULUS_PLANNODE_H
#define SBP_LIB_CALCULUS_PLANNODE_H

#include "sbp/Calculus/BoxingPlan.h"
#include "sbp/Calculus/Normalise.h"
#include "llvm/ADT/STLExtras.h"

namespace sbp {

/// A distribution of the planned tensor with its canonical form and layout.
struct PlanNode {
  PlacedDistribution placed; ///< as it was given
  Distribution normal;       ///< canonical form of `placed.distribution`
  Layout layout;             ///< of `placed`

  /// `given` has a placement, which is shared, and is legal for `shape`, that
  /// of the global tensor, which is not kept.
  PlanNode(PlacedDistribution given, llvm::ArrayRef<int64_t> shape)
      : placed(std::move(given)),
        normal(normalise(*placed.placement, placed.distribution, shape)),
        layout(*placed.placement, placed.distribution, shape) {}
  /// Returns true if both nodes have the same placement object; equal
  /// placements at two addresses count as different.
  bool onSameRanks(const PlanNode &other) const {
    return placed.placement == other.placed.placement;
  }
};

/// Returns a step of `kind` between two nodes, without groups and with a
/// traffic of zero elements for every world rank.
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

/// Returns true if box `boxOfA` of `a` and box `boxOfB` of `b` are the same
/// part of the tensor.
inline bool haveEqualIntervals(const Layout &a, int64_t boxOfA, const Layout &b,
                               int64_t boxOfB) {
  return a.getIntervals(boxOfA) == b.getIntervals(boxOfB);
}

} // namespace sbp

#endif // SBP_LIB_CALCULUS_PLANNODE_H
