// StepFinder.cpp: the steps between two distributions
//
// Candidates in order of preference: no step, a local step, a collective along
// axes, a broadcast, a reduce, an exchange. All of them move exactly the lower
// bound, so the first that applies is taken.

#include "StepFinder.h"
#include "../Plan/Collectives.h"
#include "sbp/Calculus/Exchange.h"

using namespace llvm;

namespace sbp {

using Steps = SmallVector<BoxingStep, 2>;

bool isNested(const Layout &inner, const Layout &outer, bool needsAll) {
  for (int64_t i = 0, e = inner.getNumPositions(); i < e; ++i) {
    int64_t j = outer.getPosition(inner.getRank(i));
    if (j < 0 && needsAll)
      return false;
    if (j < 0)
      continue;
    for (auto [part, whole] :
         llvm::zip_equal(inner.getIntervals(inner.getBox(i)),
                         outer.getIntervals(outer.getBox(j))))
      if (part.begin < whole.begin || part.end > whole.end)
        return false;
  }
  return true;
}

/// Returns a local step, if the destination's pieces are parts of what each
/// rank holds; empty for equal states, nullopt if a rank needs other elements.
static std::optional<Steps> findLocal(const PlanNode &from, const PlanNode &to,
                                      ArrayRef<int64_t> shape) {
  const Layout &a = from.layout, &b = to.layout;
  if (from.onSameRanks(to) && from.normal == to.normal)
    return Steps();
  // Without elements there is no value to keep.
  if (llvm::is_contained(shape, 0) ||
      isSubsumed(*from.placed.placement, from.placed.distribution,
                 *to.placed.placement, to.placed.distribution, shape))
    return Steps{makeStep(BoxingStepKind::Reinterpret, from, to)};
  // A fill that also cuts is better done in two steps; as one step it is an
  // exchange without messages. The same holds for pieces that are empty at
  // different positions.
  bool fills = b.getNumPartials() > a.getNumPartials();
  if (fills ? !isNested(a, b, /*needsAll=*/false)
            : !isNested(b, a, /*needsAll=*/true))
    return std::nullopt;
  BoxingStep step =
      makeStep(fills ? BoxingStepKind::Fill : BoxingStepKind::Slice, from, to);
  if (fills)
    step.combiner = b.getCombiner();
  return Steps{std::move(step)};
}

/// Returns an exchange: one step, or two if reduced pieces must be spread.
static Steps makeExchange(const PlanNode &from, const PlanNode &to) {
  Exchange::Traffic traffic = Exchange(from.layout, to.layout).getTraffic();
  BoxingStep gather = makeStep(BoxingStepKind::Exchange, from, to);
  if (from.layout.getNumPartials() > 1)
    gather.combiner = from.layout.getCombiner();
  else if (traffic.fills)
    gather.combiner = to.layout.getCombiner();
  gather.received = std::move(traffic.gathered);
  gather.totalReceived = llvm::sum_of(gather.received);
  gather.leavesOwners = traffic.needsSpread;
  if (!traffic.needsSpread)
    return {std::move(gather)};
  BoxingStep spread = makeStep(BoxingStepKind::Exchange, from, to);
  spread.from = to.placed;
  spread.origin = from.placed;
  spread.spreadsOwners = true;
  spread.received = std::move(traffic.spread);
  spread.totalReceived = llvm::sum_of(spread.received);
  return {std::move(gather), std::move(spread)};
}

SmallVector<BoxingStep, 2> findSteps(const PlanNode &from, const PlanNode &to,
                                     ArrayRef<int64_t> shape, int64_t bound) {
  if (bound == 0)
    if (std::optional<Steps> steps = findLocal(from, to, shape))
      return std::move(*steps);
  // Replicas that each reduce the whole value move more than one that reduces
  // for all; such an all_reduce is skipped here.
  if (std::optional<BoxingStep> step = findAxisCollective(from, to))
    if (step->totalReceived <= bound)
      return {std::move(*step)};
  if (std::optional<BoxingStep> step = findBroadcast(from, to))
    return {std::move(*step)};
  if (std::optional<BoxingStep> step = findReduce(from, to))
    return {std::move(*step)};
  return makeExchange(from, to);
}

} // namespace sbp
