// AxisWay.h: one collective per axis, the quickest sequence
#ifndef SBP_LIB_CALCULUS_AXISWAY_H
#define SBP_LIB_CALCULUS_AXISWAY_H

#include "PlanStages.h"
#include <map>

namespace sbp {

/// Quickest sequences by the topology of collectives along one axis each (a
/// hierarchical all_reduce is one), of slices, and of one last step to the
/// target: shortest paths over the distributions of a placement. What was
/// searched from a source is kept for other targets. Not thread-safe.
class AxisWays {
public:
  /// `stages` stays alive, and has a topology.
  explicit AxisWays(PlanStages &stages);
  ~AxisWays();

  /// Both ends are on one placement. Nothing where there is no way that takes
  /// `mostTime` (StepsTime::scored) or less.
  llvm::SmallVector<PlanStages::Way *, 4> find(const Stage &source,
                                               const Stage &target,
                                               double elementBytes,
                                               int64_t mostTime);

private:
  class Search;
  /// Where it starts, axes that stay partial, bytes of an element.
  using Start = std::tuple<const Stage *, uint64_t, double>;

  PlanStages &stages;
  std::map<Start, std::unique_ptr<Search>> searches;
};

} // namespace sbp

#endif // SBP_LIB_CALCULUS_AXISWAY_H
