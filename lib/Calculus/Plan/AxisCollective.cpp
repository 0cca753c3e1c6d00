// AxisCollective.cpp: recognises collectives along axes
//
// Two distributions of one placement differ in some axes. If all these axes
// change in the same way, one collective over the sub-grid of the changing axes
// performs the boxing, as in GSPMD (Xu et al., 2021):
//   P -> B  all_reduce         P -> S  reduce_scatter
//   S -> B  all_gather         S -> S' all_to_all
// Example on axes 2x4: [S(0), P] -> [S(0), B] is an all_reduce in two groups of
// four ranks. Uneven splits can leave pieces that do not fit together (a
// group's pieces must tile one box); then there is no such collective.

#include "Collectives.h"

using namespace llvm;

namespace sbp {

namespace {
class AxisCollective {
public:
  AxisCollective(const PlanNode &from, const PlanNode &to)
      : from(from), to(to) {}

  std::optional<BoxingStep> find();

private:
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

  const PlanNode &from, &to;
  SmallVector<int64_t> changed; ///< axes whose component differs
  SmallVector<SmallVector<int64_t>> groups;
};
} // namespace

/// Returns the kind of collective, if all changing axes change in the same way.
/// Sets `changed`.
std::optional<BoxingStepKind> AxisCollective::classifyChange() {
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

/// Builds the groups: ranks that differ on the changing axes only. Members
/// stand in the order in which `ordered` cuts, so that part i belongs to member
/// i.
void AxisCollective::buildGroups(const Distribution &ordered) {
  const Placement &placement = *from.placed.placement;
  unsigned axes = placement.getNumAxes();
  // The strides of an axis in the number of its group, and of a member in it.
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

/// Returns the box that the pieces of a group's members tile; nullopt if they
/// do not tile a box. Pieces of one layout are disjoint, so they tile their
/// hull exactly if the volumes are equal.
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

/// Returns true if the pieces of a group's members tile the box that each
/// member holds at the other end (all_to_all: if they tile the same box at both
/// ends).
bool AxisCollective::checkGroup(ArrayRef<int64_t> group,
                                BoxingStepKind kind) const {
  const Layout &a = from.layout, &b = to.layout;
  auto tiles = [&](const Layout &pieces, auto getPiece, const Layout &wholes,
                   auto getWhole) {
    int64_t volume = 0, whole = getWhole(group.front());
    for (int64_t rank : group) {
      int64_t piece = getPiece(rank);
      // A piece outside of the common box, or members with different boxes: a
      // collective would need more than the group.
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

/// Counts the received elements as the report defines them: an all_reduce
/// counts as a reduce_scatter and an all_gather over the balanced split of the
/// flattened box, 2 (p - 1) / p of it if p divides.
void AxisCollective::countCollective(BoxingStep &step) const {
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

std::optional<BoxingStep> AxisCollective::find() {
  if (!from.onSameRanks(to))
    return std::nullopt;
  std::optional<BoxingStepKind> kind = classifyChange();
  if (!kind)
    return std::nullopt;
  bool cutsSource = from.normal.components[changed.front()].isSplit();
  // The order of the cuts matters only at the end that is split; with a split
  // source member i supplies part i, otherwise it ends with part i.
  buildGroups(cutsSource ? from.normal : to.normal);
  for (const auto &group : groups)
    if (!checkGroup(group, *kind))
      return std::nullopt;
  BoxingStep step = makeStep(*kind, from, to);
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
  return step;
}

std::optional<BoxingStep> findAxisCollective(const PlanNode &from,
                                             const PlanNode &to) {
  return AxisCollective(from, to).find();
}

} // namespace sbp
