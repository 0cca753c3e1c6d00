//===- BoxCost.cpp - what moves between any two distributions -------------===//

#include "sbp/Analysis/Selection/BoxCost.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace llvm;

namespace sbp {

//===----------------------------------------------------------------------===//
// One pair
//===----------------------------------------------------------------------===//

namespace {

/// A placement and a distribution on the grid of cells of the unit cube.
class Side {
public:
  Side(const Placement &placement, const Distribution &distribution)
      : placement(placement), distribution(distribution) {}

  int64_t getParts(int64_t dim) const {
    int64_t parts = 1;
    for (auto [axis, component] : enumerate(distribution.components))
      if (component.isSplit(dim))
        parts *= placement.axisSizes[axis];
    return parts;
  }
  int64_t getSize(function_ref<bool(const Component &)> of) const {
    int64_t size = 1;
    for (auto [axis, component] : enumerate(distribution.components))
      if (of(component))
        size *= placement.axisSizes[axis];
    return size;
  }
  /// Which part of `dim` the rank at `coordinates` holds.
  int64_t getPart(ArrayRef<int64_t> coordinates, int64_t dim) const {
    int64_t part = 0;
    for (unsigned i = 0; i < distribution.getNumAxes(); ++i) {
      int64_t axis = distribution.getAxis(i);
      if (distribution.components[axis].isSplit(dim))
        part = part * placement.axisSizes[axis] + coordinates[axis];
    }
    return part;
  }
  /// Number of the rank among those that differ in axes that are `of`.
  int64_t getIndex(ArrayRef<int64_t> coordinates,
                   function_ref<bool(const Component &)> of) const {
    int64_t index = 0;
    for (auto [axis, component] : enumerate(distribution.components))
      if (of(component))
        index = index * placement.axisSizes[axis] + coordinates[axis];
    return index;
  }

  const Placement &placement;
  const Distribution &distribution;
};

bool isPartial(const Component &component) { return component.isPartial(); }
bool isBroadcast(const Component &component) { return component.isBroadcast(); }

/// Cells per dimension that is split on either side, and of those the ones a
/// rank both holds and needs.
class Grid {
public:
  Grid(const Side &from, const Side &to) : from(from), to(to) {
    for (const Side *side : {&from, &to})
      for (const Component &component : side->distribution.components)
        if (component.isSplit() && !is_contained(dims, component.dim))
          dims.push_back(component.dim);
    for (int64_t dim : dims) {
      extents.push_back(std::lcm(from.getParts(dim), to.getParts(dim)));
      cells *= extents.back();
    }
  }
  int64_t getNumCells() const { return cells; }
  void forEachCommonCell(ArrayRef<int64_t> source, ArrayRef<int64_t> target,
                         function_ref<void(int64_t)> visit) const;

private:
  const Side &from, &to;
  SmallVector<int64_t, 4> dims, extents;
  int64_t cells = 1;
};

void Grid::forEachCommonCell(ArrayRef<int64_t> source, ArrayRef<int64_t> target,
                             function_ref<void(int64_t)> visit) const {
  SmallVector<Interval, 4> ranges;
  for (auto [dim, extent] : zip_equal(dims, extents)) {
    int64_t held = extent / from.getParts(dim),
            part = from.getPart(source, dim);
    int64_t needed = extent / to.getParts(dim), want = to.getPart(target, dim);
    Interval range{std::max(part * held, want * needed),
                   std::min((part + 1) * held, (want + 1) * needed)};
    if (range.begin >= range.end)
      return;
    ranges.push_back(range);
  }
  auto walk = [&](auto &self, unsigned i, int64_t cell) -> void {
    if (i == ranges.size())
      return visit(cell);
    for (int64_t at = ranges[i].begin; at < ranges[i].end; ++at)
      self(self, i + 1, cell * extents[i] + at);
  };
  walk(walk, 0, 0);
}

} // namespace

/// The bound without looking for axes that stay partial.
static MovedFraction moveAll(const Side &from, const Side &to) {
  Grid grid(from, to);
  int64_t classes = from.getSize(isPartial);
  int64_t needing = to.getSize(isBroadcast);
  // Which groups of the destination have a member that holds the cell already.
  std::vector<bool> hits(grid.getNumCells() * needing);
  int64_t numHits = 0, hitCells = 0;
  std::vector<bool> hitCell(grid.getNumCells());
  for (auto [position, rank] : enumerate(from.placement.ranks)) {
    int64_t target = to.placement.ranks == from.placement.ranks
                         ? static_cast<int64_t>(position)
                         : to.placement.getPosition(rank);
    if (target < 0)
      continue;
    SmallVector<int64_t> at = from.placement.getCoordinates(position);
    SmallVector<int64_t> there = to.placement.getCoordinates(target);
    int64_t group = to.getIndex(there, isBroadcast);
    grid.forEachCommonCell(at, there, [&](int64_t cell) {
      auto hit = hits[cell * needing + group];
      numHits += !hit;
      hit = true;
      auto any = hitCell[cell];
      hitCells += !any;
      any = true;
    });
  }
  int64_t cells = grid.getNumCells();
  if (classes == 1)
    return {cells * needing - numHits, cells};
  return {cells * (classes + needing - 1) - hitCells, cells};
}

/// `value` without the axes in `dropped`.
template <typename List>
static List dropAxes(const List &value, unsigned dropped) {
  List kept;
  for (auto [axis, entry] : enumerate(value))
    if (!(dropped >> axis & 1))
      kept.push_back(entry);
  return kept;
}

static Distribution dropAxes(const Distribution &distribution,
                             unsigned dropped) {
  Distribution kept{dropAxes(distribution.components, dropped), {}};
  for (int64_t axis : distribution.order)
    if (!(dropped >> axis & 1))
      kept.order.push_back(axis - popcount(dropped & ((1u << axis) - 1)));
  return kept;
}

static Placement dropAxes(const Placement &placement, unsigned dropped) {
  Placement kept;
  kept.axisSizes = dropAxes(placement.axisSizes, dropped);
  int64_t ranks = 1;
  for (int64_t size : kept.axisSizes)
    ranks *= size;
  append_range(kept.ranks, seq<int64_t>(0, ranks));
  return kept;
}

MovedFraction getMovedFraction(const Placement &from, const Distribution &d,
                               const Placement &to, const Distribution &e) {
  if (!from.sameRanks(to))
    return moveAll(Side(from, d), Side(to, e));
  unsigned stays = 0;
  for (unsigned axis = 0; axis < d.getNumAxes(); ++axis)
    if (d.components[axis].isPartial() &&
        d.components[axis] == e.components[axis])
      stays |= 1u << axis;
  MovedFraction best;
  bool isFirst = true;
  // All subsets of the axes that may stay partial.
  for (unsigned kept = stays;; kept = (kept - 1) & stays) {
    Placement rest = dropAxes(from, kept);
    Distribution source = dropAxes(d, kept), target = dropAxes(e, kept);
    MovedFraction moved;
    if (!(source == target))
      moved = moveAll(Side(rest, source), Side(rest, target));
    moved.moved *= from.getNumRanks() / rest.getNumRanks();
    if (isFirst || static_cast<__int128>(moved.moved) * best.cells <
                       static_cast<__int128>(best.moved) * moved.cells)
      best = moved;
    isFirst = false;
    if (kept == 0)
      return best;
  }
}

//===----------------------------------------------------------------------===//
// All pairs
//===----------------------------------------------------------------------===//

unsigned StateTable::addPlacement(const Placement &placement) {
  placements.push_back(placement);
  return placements.size() - 1;
}

/// Whether `order` cuts a dimension in another than the default sequence.
static bool orderMatters(const Distribution &distribution) {
  ArrayRef<int64_t> order = distribution.order;
  for (auto [i, outer] : enumerate(order))
    for (int64_t inner : order.drop_front(i + 1)) {
      const Component &component = distribution.components[outer];
      if (inner < outer && component.isSplit() &&
          component == distribution.components[inner])
        return true;
    }
  return false;
}

/// Axes of size 1 are B, an order without effect is none.
static Distribution canonicalise(const Placement &placement,
                                 Distribution distribution) {
  for (auto [axis, component] : enumerate(distribution.components))
    if (placement.axisSizes[axis] == 1)
      component = Component::broadcast();
  if (!orderMatters(distribution))
    distribution.order.clear();
  return distribution;
}

StateTable::Id StateTable::intern(unsigned placement,
                                  const Distribution &distribution) {
  Distribution canonical = canonicalise(placements[placement], distribution);
  uint64_t hash =
      static_cast<uint64_t>(hash_combine(placement, canonical)) >> 2;
  auto &candidates = byHash[hash];
  for (Id id : candidates)
    if (states[id].placement == placement &&
        states[id].distribution == canonical)
      return id;
  candidates.push_back(states.size());
  states.push_back({placement, std::move(canonical)});
  known.emplace_back();
  return states.size() - 1;
}

int64_t StateTable::getNumPieces(Id id) const {
  const State &state = states[id];
  int64_t pieces = 1;
  for (auto [axis, component] : enumerate(state.distribution.components))
    if (component.isSplit())
      pieces *= placements[state.placement].axisSizes[axis];
  return pieces;
}

MovedFraction StateTable::compute(Id from, Id to) {
  return getMovedFraction(getPlacementOf(from), states[from].distribution,
                          getPlacementOf(to), states[to].distribution);
}

MovedFraction StateTable::getMoved(Id from, Id to) {
  if (from == to)
    return {};
  std::vector<int32_t> &row = known[from];
  if (row.size() <= to)
    row.resize(states.size(), -1);
  if (row[to] >= 0)
    return fractions[row[to]];
  // Which dimensions are split does not matter, only which are equal.
  std::string pattern;
  SmallVector<int64_t, 4> dims;
  for (Id id : {from, to}) {
    pattern.push_back(states[id].placement);
    for (const Component &component : states[id].distribution.components) {
      int64_t code = static_cast<int64_t>(component.combiner);
      if (component.isSplit()) {
        if (!is_contained(dims, component.dim))
          dims.push_back(component.dim);
        code = find(dims, component.dim) - dims.begin();
      }
      pattern.push_back(static_cast<char>(component.kind));
      pattern.push_back(static_cast<char>(code));
    }
    for (int64_t axis : states[id].distribution.order)
      pattern.push_back(static_cast<char>(axis));
    pattern.push_back('|');
  }
  auto [it, isNew] = byPattern.try_emplace(pattern, fractions.size());
  if (isNew)
    fractions.push_back(compute(from, to));
  row[to] = it->second;
  return fractions[it->second];
}

} // namespace sbp
