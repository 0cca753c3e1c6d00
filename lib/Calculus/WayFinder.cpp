// WayFinder.cpp: which distributions a plan passes through
//
// A candidate is a sequence of distributions; each neighbouring pair becomes a
// local step, a collective along the axes that change, or an exchange. The
// direct exchange always reaches the bound, so only sequences that reach it too
// are of interest: they win by being collectives, or fewer rounds.

#include "WayFinder.h"
#include <limits>

using namespace llvm;

namespace sbp {

Distribution WayFinder::change(const Distribution &distribution,
                               const AxisChanges &changes) const {
  return changeComponents(*source.placed.placement, distribution, changes,
                          shape);
}

/// B axes that end split are cut first: it costs nothing and leaves less to
/// move.
std::optional<Distribution> WayFinder::sliceTowardsTarget() const {
  AxisChanges changes;
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

/// Keeps the better.
void WayFinder::offer(ArrayRef<PlanStages::Way *> ways) {
  // A collective is worth more than an exchange that is hardly more balanced.
  constexpr double exchangeFactor = 1.25;
  PlanScore score;
  double seconds = 0;
  for (PlanStages::Way *way : ways) {
    StepsTime time = stages.getTime(*way, elementBytes);
    score.time += time.scored;
    seconds += time.seconds;
  }
  if (bestScore && bestScore->time < score.time)
    return;
  SmallVector<double> received;
  for (const PlanStages::Way *way : ways)
    for (const BoxingStep &step : way->steps) {
      score.steps += 1;
      if (isLocal(step.kind))
        continue;
      bool exchanges = step.kind == BoxingStepKind::Exchange;
      score.elements += step.totalReceived;
      score.rounds += 1;
      score.exchanges += exchanges;
      if (received.size() < step.received.size())
        received.resize(step.received.size(), 0);
      for (auto [sum, elements] : llvm::zip(received, step.received))
        sum += exchanges ? exchangeFactor * elements : elements;
    }
  if (score.rounds > 0)
    score.waiting = score.rounds * bytesOfRound +
                    *llvm::max_element(received) * elementBytes;
  if (bestScore && *bestScore <= score)
    return;
  bestScore = score;
  bestSeconds = seconds;
  best.clear();
  for (const PlanStages::Way *way : ways)
    best.append(way->steps.begin(), way->steps.end());
}

/// Whether a way that moves at least `bounds` from stage to stage can be better
/// than the best so far, where bytes decide: a busiest rank receives the
/// average of a step.
bool WayFinder::isWorthwhile(ArrayRef<const Stage *> way,
                             ArrayRef<int64_t> bounds) const {
  int64_t length = 0, rounds = 0;
  double busiest = 0;
  for (auto [index, elements] : llvm::enumerate(bounds)) {
    length += elements;
    rounds += elements > 0;
    double ranks = std::max(way[index]->layout.getNumPositions(),
                            way[index + 1]->layout.getNumPositions());
    busiest = std::max(busiest, elements / ranks);
  }
  if (length > limit)
    return false;
  return !bestScore || length < bestScore->elements ||
         rounds * bytesOfRound + busiest * elementBytes <= bestScore->waiting;
}

/// Bounds first: ways that cannot be better are not worked out.
void WayFinder::tryThrough(ArrayRef<PlacedDistribution> middle) {
  SmallVector<const Stage *, 4> way = {&source};
  for (const PlacedDistribution &placed : middle)
    way.push_back(&stages.get(placed));
  way.push_back(&target);
  SmallVector<int64_t, 4> bounds;
  for (size_t i = 1; !topology && i < way.size(); ++i) {
    bounds.push_back(stages.getBound(*way[i - 1], *way[i]));
    if (!isWorthwhile(ArrayRef(way).take_front(i + 1), bounds))
      return;
  }
  SmallVector<PlanStages::Way *, 4> ways;
  int64_t time = 0;
  for (size_t i = 1; i < way.size(); ++i) {
    ways.push_back(&stages.getWay(*way[i - 1], *way[i]));
    time += stages.getTime(*ways.back(), elementBytes).scored;
    if (bestScore && time > bestScore->time)
      return;
  }
  offer(ways);
}

/// Reduce each piece at one rank first: cut the P axes (of the destination's
/// reductions, or all), then spread.
void WayFinder::tryScatter(const Distribution &start, int64_t dim, bool all) {
  AxisChanges changes;
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
      AxisChanges copies;
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

/// Terms of one combiner become terms of another. The direct exchange reduces
/// each element at one rank and fills the others; mostly the value is reduced
/// to pieces first, so that all ranks share the work.
void WayFinder::tryTwoCombiners() {
  limit = std::numeric_limits<int64_t>::max();
  tryThrough({});
  tryThrough({{target.placed.placement, *getUnfilledTarget()}});
  tryReductions();
}

SmallVector<BoxingStep, 2> WayFinder::find() {
  if (mixesCombiners()) {
    tryTwoCombiners();
    return std::move(best);
  }
  if (!topology)
    limit = stages.getBound(source, target);
  tryThrough({});
  // Nothing beats one step that is not an exchange, where bytes decide.
  if (bestScore->rounds == 0 ||
      (!topology && bestScore->rounds + bestScore->exchanges <= 1))
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
  if (topology || bestScore->waiting > 2 * bytesOfRound)
    tryReductions();
  if (topology)
    tryRelays();
  if (topology && sameHierarchy())
    if (auto ways =
            axisWays.find(source, target, elementBytes, bestScore->time);
        !ways.empty())
      offer(ways);
  return std::move(best);
}

} // namespace sbp
