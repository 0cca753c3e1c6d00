//===- WayFinder.cpp - which distributions a plan passes through ----------===//
//
// A candidate is a sequence of distributions; each neighbouring pair becomes a
// local step, a collective along the axes that change, or an exchange. The
// direct exchange always reaches the bound, so only sequences that reach it too
// are of interest: they win by being collectives, or fewer rounds.
//
//===----------------------------------------------------------------------===//

#include "WayFinder.h"
#include "StepFinder.h"
#include <limits>

using namespace llvm;

namespace sbp {

/// Fewer bytes, then fewer steps that communicate, then fewer exchanges, then
/// fewer steps.
static std::array<int64_t, 4> getScore(ArrayRef<BoxingStep> steps) {
  std::array<int64_t, 4> score = {0, 0, 0, static_cast<int64_t>(steps.size())};
  for (const BoxingStep &step : steps) {
    score[0] += step.totalReceived;
    score[1] += isLocal(step.kind) ? 0 : 1;
    score[2] += step.kind == BoxingStepKind::Exchange ? 1 : 0;
  }
  return score;
}

/// Replaces components; an axis that begins to split does so innermost.
Distribution WayFinder::change(const Distribution &distribution,
                               const Components &changes) const {
  Distribution result = distribution;
  SmallVector<int64_t, 4> order, last;
  for (unsigned i = 0, e = result.getNumAxes(); i < e; ++i) {
    int64_t axis = result.getAxis(i);
    bool changes_ = llvm::any_of(
        changes, [&](const auto &change) { return change.first == axis; });
    (changes_ ? last : order).push_back(axis);
  }
  llvm::sort(last);
  order.append(last);
  for (auto [axis, component] : changes)
    result.components[axis] = component;
  result.order = std::move(order);
  return normalise(*source.placed.placement, result, shape);
}

/// B axes that end split are cut first: it costs nothing and leaves less to
/// move.
std::optional<Distribution> WayFinder::sliceTowardsTarget() const {
  Components changes;
  for (auto [axis, component] : llvm::enumerate(source.normal.components))
    if (component.isBroadcast() && target.normal.components[axis].isSplit())
      changes.push_back({axis, target.normal.components[axis]});
  if (changes.empty())
    return std::nullopt;
  return change(source.normal, changes);
}

/// The target with B for P: filling comes last, so that identities never move.
std::optional<Distribution> WayFinder::getUnfilledTarget() const {
  Distribution unfilled = target.normal;
  bool fills = false;
  for (auto [axis, component] : llvm::enumerate(unfilled.components))
    if (component.isPartial() &&
        !(sameHierarchy() && source.normal.components[axis] == component)) {
      component = Component::broadcast();
      fills = true;
    }
  if (!fills)
    return std::nullopt;
  return unfilled;
}

const Stage &WayFinder::getStage(const PlacedDistribution &placed) {
  for (const auto &stage : stages)
    if (stage->placed.placement == placed.placement &&
        stage->placed.distribution == placed.distribution)
      return *stage;
  stages.push_back(std::make_unique<Stage>(placed, shape));
  return *stages.back();
}

/// Bounds first: a way that is longer than the direct one, or has more rounds
/// than the best so far, is not worked out.
void WayFinder::tryThrough(ArrayRef<PlacedDistribution> middle) {
  SmallVector<const Stage *, 4> way = {&source};
  for (const PlacedDistribution &placed : middle)
    way.push_back(&getStage(placed));
  way.push_back(&target);
  SmallVector<int64_t, 4> bounds;
  int64_t length = 0, rounds = 0;
  for (size_t i = 1; i < way.size(); ++i) {
    bounds.push_back(middle.empty() ? limit
                                    : getBoxingBoundTotal(way[i - 1]->layout,
                                                          way[i]->layout));
    length += bounds.back();
    rounds += bounds.back() > 0;
    if (length > limit ||
        (bestScore && length >= (*bestScore)[0] && rounds > (*bestScore)[1]))
      return;
  }
  SmallVector<BoxingStep, 2> steps;
  for (size_t i = 1; i < way.size(); ++i)
    for (BoxingStep &step :
         findSteps(*way[i - 1], *way[i], shape, bounds[i - 1]))
      steps.push_back(std::move(step));
  std::array<int64_t, 4> score = getScore(steps);
  if (bestScore && *bestScore <= score)
    return;
  bestScore = score;
  best = std::move(steps);
}

/// Reduce each piece at one rank first: cut the P axes (of the destination's
/// reductions, or all), then spread.
void WayFinder::tryScatter(const Distribution &start, int64_t dim, bool all) {
  Components changes;
  for (auto [axis, component] : llvm::enumerate(start.components))
    if (component.isPartial() && (all || !sameHierarchy() ||
                                  target.normal.components[axis] != component))
      changes.push_back({axis, Component::split(dim)});
  if (changes.empty())
    return;
  SmallVector<PlacedDistribution> middle = {
      {source.placed.placement, start},
      {source.placed.placement, change(start, changes)}};
  if (start == source.normal)
    middle.erase(middle.begin());
  tryThrough(middle);
  if (auto unfilled = getUnfilledTarget()) {
    middle.push_back({target.placed.placement, *unfilled});
    tryThrough(middle);
  }
}

void WayFinder::tryReductions() {
  SmallVector<Distribution> starts = {source.normal};
  if (sameHierarchy())
    if (auto sliced = sliceTowardsTarget())
      starts.push_back(*sliced);
  for (int64_t dim = 0, rank = shape.size(); dim < rank; ++dim) {
    for (const Distribution &start : ArrayRef(starts)) {
      // Slicing the axes that hold copies lets every copy reduce a part.
      Components copies;
      for (auto [axis, component] : llvm::enumerate(start.components))
        if (component.isBroadcast() &&
            source.placed.placement->axisSizes[axis] > 1)
          copies.push_back({axis, Component::split(dim)});
      for (bool all : {false, true}) {
        tryScatter(start, dim, all);
        if (!copies.empty())
          tryScatter(change(start, copies), dim, all);
      }
    }
  }
}

bool WayFinder::mixesCombiners() const {
  return !llvm::is_contained(shape, 0) && source.layout.getNumPartials() > 1 &&
         target.layout.getNumPartials() > 1 &&
         source.layout.getCombiner() != target.layout.getCombiner();
}

/// Terms of one combiner become terms of another: no step does both. The value
/// is reduced first, to copies or, mostly for less, to single pieces.
SmallVector<BoxingStep, 2> WayFinder::planTwoCombiners() {
  limit = std::numeric_limits<int64_t>::max();
  tryThrough({{target.placed.placement, *getUnfilledTarget()}});
  tryReductions();
  return std::move(best);
}

SmallVector<BoxingStep, 2> WayFinder::find(int64_t boundTotal) {
  if (mixesCombiners())
    return planTwoCombiners();
  limit = boundTotal;
  tryThrough({});
  // Nothing beats one step that is not an exchange.
  if ((*bestScore)[1] + (*bestScore)[2] <= 1)
    return std::move(best);
  auto unfilled = getUnfilledTarget();
  if (unfilled)
    tryThrough({{target.placed.placement, *unfilled}});
  if (sameHierarchy())
    if (auto sliced = sliceTowardsTarget()) {
      PlacedDistribution middle = {source.placed.placement, *sliced};
      tryThrough({middle});
      if (unfilled)
        tryThrough({middle, {target.placed.placement, *unfilled}});
    }
  // Reducing before spreading is two rounds.
  if ((*bestScore)[1] > 1)
    tryReductions();
  return std::move(best);
}

} // namespace sbp
