//===- BoxingPlanner.cpp - the choice of steps ----------------------------===//
//
// A candidate is a sequence of distributions; each neighbouring pair becomes a
// local step, a collective along the axes that change, or an exchange. The
// direct exchange always reaches the bound, so only sequences that reach it too
// are of interest: they win by being collectives, or fewer rounds.
//
//===----------------------------------------------------------------------===//

#include "sbp/Calculus/BoxingPlan.h"
#include "sbp/Calculus/Exchange.h"
#include "sbp/Calculus/Normalise.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <limits>

using namespace llvm;

namespace sbp {

namespace {
/// A distribution of the tensor being planned, with its layout.
struct Stage {
  PlacedDistribution placed;
  Distribution normal;
  Layout layout;

  Stage(PlacedDistribution placed, ArrayRef<int64_t> shape)
      : placed(placed),
        normal(normalise(*placed.placement, placed.distribution, shape)),
        layout(*placed.placement, placed.distribution, shape) {}
  bool onSameRanks(const Stage &other) const {
    return placed.placement == other.placed.placement;
  }
};

/// The steps between two stages.
class StepFinder {
public:
  /// `bound`: in elements, from `from` to `to`.
  StepFinder(const Stage &from, const Stage &to, ArrayRef<int64_t> shape,
             int64_t bound)
      : from(from), to(to), shape(shape), bound(bound) {
    worldSize = std::max(from.layout.getWorldSize(), to.layout.getWorldSize());
  }

  SmallVector<BoxingStep, 2> find();

private:
  BoxingStep makeStep(BoxingStepKind kind) const;
  bool findLocal();
  bool findCollective();
  bool findBroadcast();
  bool findReduce();
  void makeExchange();

  std::optional<BoxingStepKind> classifyChange();
  bool checkGroup(ArrayRef<int64_t> group, BoxingStepKind kind) const;
  void buildGroups(const Distribution &ordered);
  void countCollective(BoxingStep &step) const;

  int64_t getFromBox(int64_t rank) const {
    return from.layout.getBox(from.layout.getPosition(rank));
  }
  int64_t getToBox(int64_t rank) const {
    return to.layout.getBox(to.layout.getPosition(rank));
  }

  const Stage &from, &to;
  ArrayRef<int64_t> shape;
  int64_t worldSize;
  int64_t bound = 0;            ///< elements; set by findLocal
  SmallVector<int64_t> changed; ///< axes whose component differs
  SmallVector<SmallVector<int64_t>> groups;
  SmallVector<BoxingStep, 2> steps;
};
} // namespace

BoxingStep StepFinder::makeStep(BoxingStepKind kind) const {
  BoxingStep step;
  step.kind = kind;
  step.from = from.placed;
  step.to = to.placed;
  step.received.assign(worldSize, 0);
  return step;
}

static bool haveEqualIntervals(const Layout &a, int64_t boxOfA, const Layout &b,
                               int64_t boxOfB) {
  return a.getIntervals(boxOfA) == b.getIntervals(boxOfB);
}

/// Every rank of `inner` that `outer` has too (all of them must be there where
/// `needsAll`) has intervals inside those of `outer`.
static bool isNested(const Layout &inner, const Layout &outer, bool needsAll) {
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

/// Nothing moves: the destination's pieces are parts of what each rank has.
bool StepFinder::findLocal() {
  if (bound != 0)
    return false;
  const Layout &a = from.layout, &b = to.layout;
  if (from.onSameRanks(to) && from.normal == to.normal)
    return true;
  if (isSubsumed(*from.placed.placement, from.placed.distribution,
                 *to.placed.placement, to.placed.distribution, shape)) {
    steps.push_back(makeStep(BoxingStepKind::Reinterpret));
    return true;
  }
  // Without elements there is nothing to keep.
  if (llvm::is_contained(shape, 0)) {
    steps.push_back(makeStep(BoxingStepKind::Reinterpret));
    return true;
  }
  // A fill that also cuts is better two steps; as one it is an exchange without
  // messages, as are pieces that are empty in different places.
  bool fills = b.getNumPartials() > a.getNumPartials();
  if (fills ? !isNested(a, b, false) : !isNested(b, a, true))
    return false;
  steps.push_back(
      makeStep(fills ? BoxingStepKind::Fill : BoxingStepKind::Slice));
  if (fills)
    steps.back().combiner = b.getCombiner();
  return true;
}

/// All changing axes change in the same way: the collective's kind.
std::optional<BoxingStepKind> StepFinder::classifyChange() {
  changed.clear();
  unsigned axes = from.normal.getNumAxes();
  for (unsigned axis = 0; axis < axes; ++axis)
    if (from.normal.components[axis] != to.normal.components[axis])
      changed.push_back(axis);
  if (changed.empty())
    return std::nullopt;
  const Component &before = from.normal.components[changed.front()];
  const Component &after = to.normal.components[changed.front()];
  for (int64_t axis : changed)
    if (from.normal.components[axis] != before ||
        to.normal.components[axis] != after)
      return std::nullopt;
  if (before.isPartial() && after.isBroadcast())
    return BoxingStepKind::AllReduce;
  if (before.isPartial() && after.isSplit())
    return BoxingStepKind::ReduceScatter;
  if (before.isSplit() && after.isBroadcast())
    return BoxingStepKind::AllGather;
  if (before.isSplit() && after.isSplit())
    return BoxingStepKind::AllToAll;
  return std::nullopt;
}

/// Ranks that differ on the changing axes only, members in the order in which
/// `ordered` cuts (part i belongs to member i).
void StepFinder::buildGroups(const Distribution &ordered) {
  const Placement &placement = *from.placed.placement;
  unsigned axes = placement.getNumAxes();
  // What an axis weighs in the number of its group, or of a member in it.
  SmallVector<int64_t> groupWeight(axes, 0), memberWeight(axes, 0);
  int64_t numGroups = 1, groupSize = 1;
  for (int64_t axis = static_cast<int64_t>(axes) - 1; axis >= 0; --axis)
    if (!llvm::is_contained(changed, axis)) {
      groupWeight[axis] = numGroups;
      numGroups *= placement.axisSizes[axis];
    }
  for (int64_t i = static_cast<int64_t>(axes) - 1; i >= 0; --i) {
    int64_t axis = ordered.getAxis(i);
    if (!llvm::is_contained(changed, axis))
      continue;
    memberWeight[axis] = groupSize;
    groupSize *= placement.axisSizes[axis];
  }
  groups.assign(numGroups, SmallVector<int64_t>(groupSize, 0));
  for (int64_t position = 0; position < placement.getNumRanks(); ++position) {
    int64_t group = 0, member = 0, rest = position;
    for (int64_t axis = static_cast<int64_t>(axes) - 1; axis >= 0; --axis) {
      int64_t coordinate = rest % placement.axisSizes[axis];
      rest /= placement.axisSizes[axis];
      group += coordinate * groupWeight[axis];
      member += coordinate * memberWeight[axis];
    }
    groups[group][member] = placement.ranks[position];
  }
}

/// The box that the pieces of a group's members tile, if they tile one: the
/// pieces of one layout are disjoint, so volumes decide.
template <typename GetPiece>
static std::optional<Box>
getTiledBox(const Layout &layout, ArrayRef<int64_t> group, GetPiece getPiece) {
  Box hull;
  int64_t volume = 0;
  for (int64_t rank : group) {
    int64_t piece = getPiece(rank);
    if (layout.getVolume(piece) == 0)
      continue;
    volume += layout.getVolume(piece);
    if (hull.empty())
      hull = layout.getGlobalBox(piece);
    for (auto [range, part] : llvm::zip_equal(hull, layout.getIntervals(piece)))
      range = {std::min(range.begin, part.begin),
               std::max(range.end, part.end)};
  }
  if (volume > 0 && volume != getNumElements(hull))
    return std::nullopt;
  return hull;
}

/// Whether the pieces of a group's members tile what one member holds whole
/// (all_to_all: tile the same box before and after).
bool StepFinder::checkGroup(ArrayRef<int64_t> group,
                            BoxingStepKind kind) const {
  const Layout &a = from.layout, &b = to.layout;
  auto tiles = [&](const Layout &pieces, auto getPiece, const Layout &wholes,
                   auto getWhole) {
    int64_t volume = 0, whole = getWhole(group.front());
    for (int64_t rank : group) {
      int64_t piece = getPiece(rank);
      if (!haveEqualIntervals(wholes, getWhole(rank), wholes, whole) ||
          pieces.getOverlap(piece, wholes, whole) != pieces.getVolume(piece))
        return false;
      volume += pieces.getVolume(piece);
    }
    return volume == wholes.getVolume(whole);
  };
  auto fromBox = [&](int64_t rank) { return getFromBox(rank); };
  auto toBox = [&](int64_t rank) { return getToBox(rank); };
  switch (kind) {
  case BoxingStepKind::AllReduce:
    return llvm::all_of(group, [&](int64_t rank) {
      return haveEqualIntervals(a, getFromBox(rank), b, getToBox(rank));
    });
  case BoxingStepKind::ReduceScatter:
    return tiles(b, toBox, a, fromBox);
  case BoxingStepKind::AllGather:
    return tiles(a, fromBox, b, toBox);
  case BoxingStepKind::AllToAll:
    if (auto tiled = getTiledBox(a, group, fromBox))
      return tiled == getTiledBox(b, group, toBox);
    return false;
  default:
    return false;
  }
}

/// Reference contract.md, Report: all_reduce counts as reduce_scatter and
/// all_gather over the flattened balanced split.
void StepFinder::countCollective(BoxingStep &step) const {
  const Layout &a = from.layout, &b = to.layout;
  for (const auto &group : step.groups) {
    int64_t size = group.size();
    for (auto [index, rank] : llvm::enumerate(group)) {
      int64_t &received = step.received[rank];
      int64_t whole = b.getVolume(getToBox(rank));
      if (step.kind == BoxingStepKind::AllReduce)
        received =
            whole + (size - 2) * balancedPart({0, whole}, size, index).size();
      else if (step.kind == BoxingStepKind::ReduceScatter)
        received = (size - 1) * whole;
      else
        received = whole - a.getOverlap(getFromBox(rank), b, getToBox(rank));
      step.totalReceived += received;
    }
  }
}

bool StepFinder::findCollective() {
  if (!from.onSameRanks(to))
    return false;
  std::optional<BoxingStepKind> kind = classifyChange();
  if (!kind)
    return false;
  bool cutsSource = from.normal.components[changed.front()].isSplit();
  buildGroups(cutsSource ? from.normal : to.normal);
  for (const auto &group : groups)
    if (!checkGroup(group, *kind))
      return false;
  BoxingStep step = makeStep(*kind);
  step.groups = std::move(groups);
  const Component &before = from.normal.components[changed.front()];
  const Component &after = to.normal.components[changed.front()];
  if (before.isSplit())
    step.fromDim = before.dim;
  if (after.isSplit())
    step.toDim = after.dim;
  if (before.isPartial())
    step.combiner = before.combiner;
  countCollective(step);
  // Copies that each reduce the whole move more than one that reduces for all.
  if (step.totalReceived > bound)
    return false;
  steps.push_back(std::move(step));
  return true;
}

/// One rank has exactly what several others need: one group per piece, its
/// root first. Two ranks only are a message, not a broadcast.
bool StepFinder::findBroadcast() {
  const Layout &a = from.layout, &b = to.layout;
  if (a.getNumPartials() > 1 || b.getNumPartials() > 1)
    return false;
  BoxingStep step = makeStep(BoxingStepKind::Broadcast);
  bool worthwhile = false;
  for (int64_t box = 0; box < b.getNumBoxes(); ++box) {
    SmallVector<int64_t> lacking;
    std::optional<int64_t> root;
    for (int64_t position : b.getHolders(box, 0)) {
      int64_t rank = b.getRank(position), j = a.getPosition(rank);
      if (j >= 0 && haveEqualIntervals(a, a.getBox(j), b, box))
        root = root.value_or(rank);
      else if (j >= 0 && a.getOverlap(a.getBox(j), b, box) > 0)
        return false;
      else
        lacking.push_back(rank);
    }
    // No rank of the destination has it: a rank outside that holds just this
    // box (one inside is busy with its own piece).
    for (int64_t i = 0; !root && i < a.getNumBoxes(); ++i)
      if (haveEqualIntervals(a, i, b, box))
        for (int64_t position : a.getHolders(i, 0))
          if (!root && b.getPosition(a.getRank(position)) < 0)
            root = a.getRank(position);
    if (!root)
      return false;
    if (lacking.empty() || b.getVolume(box) == 0)
      continue;
    worthwhile |= lacking.size() > 1;
    step.groups.push_back({*root});
    step.groups.back().append(lacking);
    for (int64_t rank : lacking)
      step.totalReceived += step.received[rank] = b.getVolume(box);
  }
  if (!worthwhile)
    return false;
  // Ranks that have the value and serve no one keep it: alone in a group.
  SmallVector<bool> grouped(worldSize, false);
  for (const auto &group : step.groups)
    for (int64_t rank : group)
      grouped[rank] = true;
  for (int64_t rank : b.getRanks())
    if (!grouped[rank])
      step.groups.push_back({rank});
  steps.push_back(std::move(step));
  return true;
}

/// The terms of each piece meet at a rank that holds one of them: one group per
/// piece, that rank first.
bool StepFinder::findReduce() {
  const Layout &a = from.layout, &b = to.layout;
  if (a.getNumPartials() == 1 || b.getNumPartials() > 1 ||
      b.getNumReplicas() > 1)
    return false;
  BoxingStep step = makeStep(BoxingStepKind::Reduce);
  step.combiner = a.getCombiner();
  for (int64_t box = 0; box < b.getNumBoxes(); ++box) {
    int64_t root = b.getRank(b.getHolders(box, 0).front());
    int64_t j = a.getPosition(root);
    if (j < 0 || !haveEqualIntervals(a, a.getBox(j), b, box))
      return false;
    step.groups.push_back({root});
    for (int64_t term = 0; term < a.getNumPartials(); ++term)
      if (term != a.getPartial(j))
        step.groups.back().push_back(
            a.getRank(a.getHolders(a.getBox(j), term)[a.getReplica(j)]));
    step.received[root] = (a.getNumPartials() - 1) * b.getVolume(box);
    step.totalReceived += step.received[root];
  }
  steps.push_back(std::move(step));
  return true;
}

static int64_t getSum(ArrayRef<int64_t> numbers) {
  int64_t sum = 0;
  for (int64_t number : numbers)
    sum += number;
  return sum;
}

void StepFinder::makeExchange() {
  Exchange::Traffic traffic = Exchange(from.layout, to.layout).getTraffic();
  BoxingStep gather = makeStep(BoxingStepKind::Exchange);
  if (from.layout.getNumPartials() > 1)
    gather.combiner = from.layout.getCombiner();
  else if (traffic.fills)
    gather.combiner = to.layout.getCombiner();
  gather.received = std::move(traffic.gathered);
  gather.totalReceived = getSum(gather.received);
  gather.leavesOwners = traffic.needsSpread;
  steps.push_back(std::move(gather));
  if (!traffic.needsSpread)
    return;
  BoxingStep spread = makeStep(BoxingStepKind::Exchange);
  spread.from = to.placed;
  spread.origin = from.placed;
  spread.spreadsOwners = true;
  spread.received = std::move(traffic.spread);
  spread.totalReceived = getSum(spread.received);
  steps.push_back(std::move(spread));
}

SmallVector<BoxingStep, 2> StepFinder::find() {
  if (!findLocal() && !findCollective() && !findBroadcast() && !findReduce())
    makeExchange();
  return std::move(steps);
}

namespace {
/// Sequences of distributions worth trying, and the best of them.
class Planner {
public:
  Planner(PlacedDistribution source, PlacedDistribution target,
          ArrayRef<int64_t> shape)
      : shape(shape), source(source, shape), target(target, shape) {}

  SmallVector<BoxingStep, 2> plan(int64_t bound);

private:
  using Components = SmallVector<std::pair<int64_t, Component>>;
  Distribution change(const Distribution &distribution,
                      const Components &changes) const;
  std::optional<Distribution> sliceTowardsTarget() const;
  std::optional<Distribution> getUnfilledTarget() const;
  const Stage &getStage(const PlacedDistribution &placed);
  void tryThrough(ArrayRef<PlacedDistribution> middle);
  void tryReductions();
  bool mixesCombiners() const;
  SmallVector<BoxingStep, 2> planTwoCombiners();
  void tryScatter(const Distribution &start, int64_t dim, bool all);
  bool sameHierarchy() const { return source.onSameRanks(target); }

  ArrayRef<int64_t> shape;
  Stage source, target;
  int64_t limit = 0; ///< ways that move more elements are of no interest
  std::vector<std::unique_ptr<Stage>> stages;
  SmallVector<BoxingStep, 2> best;
  std::optional<std::array<int64_t, 4>> bestScore;
};
} // namespace

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
Distribution Planner::change(const Distribution &distribution,
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
std::optional<Distribution> Planner::sliceTowardsTarget() const {
  Components changes;
  for (auto [axis, component] : llvm::enumerate(source.normal.components))
    if (component.isBroadcast() && target.normal.components[axis].isSplit())
      changes.push_back({axis, target.normal.components[axis]});
  if (changes.empty())
    return std::nullopt;
  return change(source.normal, changes);
}

/// The target with B for P: filling comes last, so that identities never move.
std::optional<Distribution> Planner::getUnfilledTarget() const {
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

const Stage &Planner::getStage(const PlacedDistribution &placed) {
  for (const auto &stage : stages)
    if (stage->placed.placement == placed.placement &&
        stage->placed.distribution == placed.distribution)
      return *stage;
  stages.push_back(std::make_unique<Stage>(placed, shape));
  return *stages.back();
}

/// Bounds first: a way that is longer than the direct one, or has more rounds
/// than the best so far, is not worked out.
void Planner::tryThrough(ArrayRef<PlacedDistribution> middle) {
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
         StepFinder(*way[i - 1], *way[i], shape, bounds[i - 1]).find())
      steps.push_back(std::move(step));
  std::array<int64_t, 4> score = getScore(steps);
  if (bestScore && *bestScore <= score)
    return;
  bestScore = score;
  best = std::move(steps);
}

/// Reduce each piece at one rank first: cut the P axes (of the destination's
/// reductions, or all), then spread.
void Planner::tryScatter(const Distribution &start, int64_t dim, bool all) {
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

void Planner::tryReductions() {
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

bool Planner::mixesCombiners() const {
  return !llvm::is_contained(shape, 0) && source.layout.getNumPartials() > 1 &&
         target.layout.getNumPartials() > 1 &&
         source.layout.getCombiner() != target.layout.getCombiner();
}

/// Terms of one combiner become terms of another: no step does both. The value
/// is reduced first, to copies or, mostly for less, to single pieces.
SmallVector<BoxingStep, 2> Planner::planTwoCombiners() {
  limit = std::numeric_limits<int64_t>::max();
  tryThrough({{target.placed.placement, *getUnfilledTarget()}});
  tryReductions();
  return std::move(best);
}

SmallVector<BoxingStep, 2> Planner::plan(int64_t boundTotal) {
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

static std::string describe(const BoxingPlan &plan) {
  if (plan.steps.empty())
    return "both ends are the same";
  std::string kinds = llvm::join(
      llvm::map_range(plan.steps,
                      [](const BoxingStep &step) {
                        return getBoxingStepKindName(step.kind).str();
                      }),
      ", ");
  if (plan.bound.total == 0)
    return kinds + ": every rank has what it needs";
  if (plan.getTotalBytes() > plan.getBoundTotalBytes())
    return kinds + ": the reduction ends before another begins";
  return kinds + ": no sequence of steps moves fewer bytes";
}

BoxingPlan planBoxing(const Placement &fromPlacement, const Distribution &from,
                      const Placement &toPlacement, const Distribution &to,
                      ArrayRef<int64_t> shape, int64_t elementBytes) {
  auto sourcePlacement = std::make_shared<const Placement>(fromPlacement);
  auto targetPlacement = fromPlacement.sameRanks(toPlacement)
                             ? sourcePlacement
                             : std::make_shared<const Placement>(toPlacement);
  PlacedDistribution source = {sourcePlacement, from};
  PlacedDistribution target = {targetPlacement, to};
  BoxingPlan plan;
  plan.shape.assign(shape.begin(), shape.end());
  plan.elementBytes = elementBytes;
  Layout a(*sourcePlacement, from, shape), b(*targetPlacement, to, shape);
  plan.worldSize = std::max(a.getWorldSize(), b.getWorldSize());
  plan.bound = getBoxingBound(a, b);
  plan.steps = Planner(source, target, shape).plan(plan.bound.total);
  for (BoxingStep &step : plan.steps)
    step.received.resize(plan.worldSize, 0);
  plan.reason = describe(plan);
  return plan;
}

} // namespace sbp
