// AxisCollective.cpp: the collective of the axes that change

#include "Collectives.h"

using namespace llvm;

namespace sbp {

namespace {
class AxisCollective {
public:
  AxisCollective(const Stage &from, const Stage &to) : from(from), to(to) {}

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

  const Stage &from, &to;
  SmallVector<int64_t> changed; ///< axes whose component differs
  SmallVector<SmallVector<int64_t>> groups;
};
} // namespace

/// All changing axes change in the same way: the collective's kind.
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

/// Ranks that differ on the changing axes only, members in the order in which
/// `ordered` cuts (part i belongs to member i).
void AxisCollective::buildGroups(const Distribution &ordered) {
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
bool AxisCollective::checkGroup(ArrayRef<int64_t> group,
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

std::optional<BoxingStep> findAxisCollective(const Stage &from,
                                             const Stage &to) {
  return AxisCollective(from, to).find();
}

} // namespace sbp
