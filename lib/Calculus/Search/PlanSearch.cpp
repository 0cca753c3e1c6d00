// PlanSearch.cpp: the search for the best sequence of distributions
//
// Enumeration with pruning (branch and bound). A candidate is a sequence of
// distributions; each edge between neighbours is a local step, a collective
// along axes, or an exchange. The direct exchange always reaches the lower
// bound, so without a topology only candidates that reach it too are compared:
// they win by being collectives or by fewer rounds. With a topology, candidates
// that move more bytes over faster links are compared by time.
// Example: [P, B] -> [B, B] on axes 4x2 becomes [S(0), S(0)] -> [B, B]: reduce
// each piece once, then gather, 10 T in place of 12 T for two all_reduces.

#include "PlanSearch.h"
#include <limits>

using namespace llvm;

namespace sbp {

Distribution PlanSearch::change(const Distribution &distribution,
                                const AxisChanges &changes) const {
  return changeComponents(*source.placed.placement, distribution, changes,
                          shape);
}

/// B axes that end split are sliced first: slicing is free and leaves less to
/// move. Nullopt if there is none.
std::optional<Distribution> PlanSearch::sliceTowardsTarget() const {
  AxisChanges changes;
  for (auto [axis, component] : llvm::enumerate(source.normal.components))
    if (component.isBroadcast() && target.normal.components[axis].isSplit())
      changes.push_back({axis, target.normal.components[axis]});
  if (changes.empty())
    return std::nullopt;
  return change(source.normal, changes);
}

/// Returns the target with B for every new P: filling comes last, so that
/// identities never move. Nullopt if nothing is filled.
std::optional<Distribution> PlanSearch::getUnfilledTarget() const {
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

/// Scores a candidate and keeps it if it is the best so far.
void PlanSearch::consider(ArrayRef<PlanGraph::Edge *> path) {
  // An exchange counts more bytes per rank than a collective, so that a
  // slightly better balance does not displace a collective.
  constexpr double kExchangeFactor = 1.25;
  PlanScore score;
  double seconds = 0;
  for (PlanGraph::Edge *edge : path) {
    StepsTime time = graph.getTime(*edge, elementBytes);
    score.time += time.picoseconds;
    seconds += time.seconds;
  }
  if (bestScore && bestScore->time < score.time)
    return;
  SmallVector<double> received;
  for (const PlanGraph::Edge *edge : path)
    for (const BoxingStep &step : edge->steps) {
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
        sum += exchanges ? kExchangeFactor * elements : elements;
    }
  if (score.rounds > 0)
    score.criticalBytes = score.rounds * kBytesPerRound +
                          *llvm::max_element(received) * elementBytes;
  if (bestScore && *bestScore <= score)
    return;
  bestScore = score;
  bestSeconds = seconds;
  best.clear();
  for (const PlanGraph::Edge *edge : path)
    best.append(edge->steps.begin(), edge->steps.end());
}

/// Returns true if a path that moves at least `bounds` from node to node can be
/// better than the best so far, if bytes decide. The busiest rank receives at
/// least the average of a step.
bool PlanSearch::isWorthwhile(ArrayRef<const PlanNode *> nodes,
                              ArrayRef<int64_t> bounds) const {
  int64_t length = 0, rounds = 0;
  double busiest = 0;
  for (auto [index, elements] : llvm::enumerate(bounds)) {
    length += elements;
    rounds += elements > 0;
    double ranks = std::max(nodes[index]->layout.getNumPositions(),
                            nodes[index + 1]->layout.getNumPositions());
    busiest = std::max(busiest, elements / ranks);
  }
  if (length > limit)
    return false;
  return !bestScore || length < bestScore->elements ||
         rounds * kBytesPerRound + busiest * elementBytes <=
             bestScore->criticalBytes;
}

/// Considers the path through `middle`. Lower bounds are compared first, so
/// that the edges of hopeless paths are never computed.
void PlanSearch::tryPath(ArrayRef<PlacedDistribution> middle) {
  SmallVector<const PlanNode *, 4> nodes = {&source};
  for (const PlacedDistribution &placed : middle)
    nodes.push_back(&graph.get(placed));
  nodes.push_back(&target);
  SmallVector<int64_t, 4> bounds;
  for (size_t i = 1; !topology && i < nodes.size(); ++i) {
    bounds.push_back(graph.getBound(*nodes[i - 1], *nodes[i]));
    if (!isWorthwhile(ArrayRef(nodes).take_front(i + 1), bounds))
      return;
  }
  SmallVector<PlanGraph::Edge *, 4> path;
  int64_t time = 0;
  for (size_t i = 1; i < nodes.size(); ++i) {
    path.push_back(&graph.getEdge(*nodes[i - 1], *nodes[i]));
    time += graph.getTime(*path.back(), elementBytes).picoseconds;
    if (bestScore && time > bestScore->time)
      return;
  }
  consider(path);
}

/// Tries to reduce each piece at one rank: splits the P axes of `start` (those
/// that the destination reduces, or all of them), then spreads the pieces.
void PlanSearch::tryScatter(const Distribution &start, int64_t dim, bool all) {
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
  tryPath(middle);
  if (auto unfilled = getUnfilledTarget()) {
    middle.push_back({target.placed.placement, *unfilled});
    tryPath(middle);
  }
}

void PlanSearch::tryReductions() {
  SmallVector<Distribution> starts = {source.normal};
  if (sameHierarchy())
    if (auto sliced = sliceTowardsTarget())
      starts.push_back(*sliced);
  for (int64_t dim = 0, rank = shape.size(); dim < rank; ++dim) {
    for (const Distribution &start : ArrayRef(starts)) {
      // Slicing the axes that hold replicas lets every replica reduce a part.
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

/// Returns true if both ends are partial with different combiners.
bool PlanSearch::mixesCombiners() const {
  return !llvm::is_contained(shape, 0) && source.layout.getNumPartials() > 1 &&
         target.layout.getNumPartials() > 1 &&
         source.layout.getCombiner() != target.layout.getCombiner();
}

/// Plans from terms of one combiner to terms of another. The direct exchange
/// reduces each element at one rank and fills the others. Usually reducing the
/// value to pieces first is better, because all ranks share the work.
void PlanSearch::tryTwoCombiners() {
  limit = std::numeric_limits<int64_t>::max();
  tryPath({});
  tryPath({{target.placed.placement, *getUnfilledTarget()}});
  tryReductions();
}

SmallVector<BoxingStep, 2> PlanSearch::find() {
  if (mixesCombiners()) {
    tryTwoCombiners();
    return std::move(best);
  }
  if (!topology)
    limit = graph.getBound(source, target);
  tryPath({});
  // If bytes decide, no plan beats one step that is not an exchange.
  if (bestScore->rounds == 0 ||
      (!topology && bestScore->rounds + bestScore->exchanges <= 1))
    return std::move(best);
  auto unfilled = getUnfilledTarget();
  if (unfilled)
    tryPath({{target.placed.placement, *unfilled}});
  if (sameHierarchy())
    if (auto sliced = sliceTowardsTarget()) {
      PlacedDistribution middle = {source.placed.placement, *sliced};
      tryPath({middle});
      if (unfilled)
        tryPath({middle, {target.placed.placement, *unfilled}});
    }
  // A reduction before spreading takes two rounds and pays off only above that.
  if (topology || bestScore->criticalBytes > 2 * kBytesPerRound)
    tryReductions();
  if (topology)
    tryRelays();
  if (topology && sameHierarchy())
    if (auto path =
            axisPaths.find(source, target, elementBytes, bestScore->time);
        !path.empty())
      consider(path);
  return std::move(best);
}

} // namespace sbp
