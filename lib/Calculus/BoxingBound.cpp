// BoxingBound.cpp: the lower bound on the elements that a boxing moves
//
// Elements whose holders and receivers coincide have one price, and most pairs
// of a source box and a destination box have no common rank and thus the base
// price. Only pairs with common ranks are enumerated, which are at most as many
// as there are ranks.

#include "sbp/Calculus/BoxingBound.h"
#include "sbp/Calculus/TermPartition.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace llvm;

namespace sbp {

namespace {
/// A rank of both placements that holds common elements, with its coordinates.
struct CommonRank {
  int64_t fromBox, toBox, fromPartial, toPartial;
  auto operator<=>(const CommonRank &) const = default;
};

} // namespace

/// Returns the ranks of both layouts that hold common elements, sorted so that
/// equal pairs of boxes are adjacent.
static SmallVector<CommonRank> getCommonRanks(const Layout &from,
                                              const Layout &to) {
  SmallVector<CommonRank> common;
  for (int64_t i = 0, e = to.getNumPositions(); i < e; ++i) {
    int64_t j = from.getPosition(to.getRank(i));
    if (j < 0 || from.getOverlap(from.getBox(j), to, to.getBox(i)) == 0)
      continue;
    common.push_back(
        {from.getBox(j), to.getBox(i), from.getPartial(j), to.getPartial(i)});
  }
  // Sorting is the only step above linear time and rarely necessary: position
  // order is mostly box order.
  if (!llvm::is_sorted(common))
    llvm::sort(common);
  return common;
}

/// Returns the number of elements of the tensor: boxes of one layout are
/// disjoint and cover it.
static int64_t getNumElements(const Layout &layout) {
  int64_t elements = 0;
  for (int64_t box = 0; box < layout.getNumBoxes(); ++box)
    elements += layout.getVolume(box);
  return elements;
}

/// Calls `visit(elements, common ranks)` for the intersection of each source
/// box with each destination box that has common ranks. Returns the number of
/// elements in the other intersections.
template <typename Visit>
static int64_t visitCells(const Layout &from, const Layout &to, Visit visit) {
  SmallVector<CommonRank> common = getCommonRanks(from, to);
  int64_t remaining = getNumElements(from);
  for (size_t begin = 0, end; begin < common.size(); begin = end) {
    end = begin + 1;
    while (end < common.size() &&
           common[end].fromBox == common[begin].fromBox &&
           common[end].toBox == common[begin].toBox)
      ++end;
    int64_t elements =
        from.getOverlap(common[begin].fromBox, to, common[begin].toBox);
    remaining -= elements;
    visit(elements, ArrayRef(common).slice(begin, end - begin));
  }
  return remaining;
}

/// Returns the total for a partial source that must be reduced at one
/// coordinate, so that c >= 2 and D is the same for all elements: c + |D| - 1,
/// less 1 where a member of D holds a term.
static int64_t getTotalThroughOnePlace(const Layout &from, const Layout &to) {
  int64_t price = from.getNumPartials() + to.getNumReplicas() - 1, saved = 0;
  visitCells(from, to, [&](int64_t elements, ArrayRef<CommonRank>) {
    saved += elements;
  });
  return price * getNumElements(from) - saved;
}

/// Returns the total for a partial destination that accepts the source's terms:
/// the price of the cheapest partition of the terms, per cell.
static int64_t getTotalOfPartitions(const Layout &from, const Layout &to) {
  TermPartition partition(from.getNumPartials(), to.getNumPartials(),
                          to.getNumReplicas());
  SmallVector<TermEdge> edges, lastEdges;
  partition.compute({});
  int64_t total = 0, base = partition.getPrice();
  int64_t remaining =
      visitCells(from, to, [&](int64_t elements, ArrayRef<CommonRank> ranks) {
        edges.clear();
        for (const CommonRank &rank : ranks)
          edges.push_back({rank.fromPartial, rank.toPartial});
        // Adjacent cells mostly have the same edges.
        if (edges != lastEdges) {
          partition.compute(edges);
          lastEdges = edges;
        }
        total += elements * partition.getPrice();
      });
  return total + remaining * base;
}

/// Returns the number of indices that lie in one of `intervals` at least.
static int64_t getUnion(MutableArrayRef<Interval> intervals) {
  llvm::sort(intervals,
             [](Interval a, Interval b) { return a.begin < b.begin; });
  int64_t covered = 0, end = 0;
  for (Interval interval : intervals) {
    covered +=
        std::max<int64_t>(0, interval.end - std::max(end, interval.begin));
    end = std::max(end, interval.end);
  }
  return covered;
}

/// Returns the number of elements that lie in one of `boxes` at least, of their
/// dims from `dim` on.
static int64_t getUnion(ArrayRef<Box> boxes, unsigned dim = 0) {
  if (boxes.empty())
    return 0;
  if (boxes.size() == 1 || dim == boxes.front().size())
    return getNumElements(
        Box(boxes.front().begin() + dim, boxes.front().end()));
  SmallVector<int64_t> cuts;
  for (const Box &box : boxes) {
    cuts.push_back(box[dim].begin);
    cuts.push_back(box[dim].end);
  }
  llvm::sort(cuts);
  int64_t elements = 0;
  for (size_t i = 0; i + 1 < cuts.size(); ++i) {
    if (cuts[i] == cuts[i + 1])
      continue;
    SmallVector<Box> here;
    for (const Box &box : boxes)
      if (box[dim].begin <= cuts[i] && cuts[i + 1] <= box[dim].end)
        here.push_back(box);
    elements += (cuts[i + 1] - cuts[i]) * getUnion(here, dim + 1);
  }
  return elements;
}

/// Elements that some rank both holds a term of and reads in its windows.
static int64_t getHeldInWindows(const Layout &from, const Layout &to) {
  std::vector<SmallVector<Box>> read(from.getNumBoxes());
  for (int64_t i = 0, e = to.getNumPositions(); i < e; ++i) {
    int64_t j = from.getPosition(to.getRank(i));
    if (j < 0 || from.getOverlap(from.getBox(j), to, to.getBox(i)) == 0)
      continue;
    Box common = intersect(from.getGlobalBox(from.getBox(j)),
                           to.getGlobalBox(to.getBox(i)));
    if (!is_contained(read[from.getBox(j)], common))
      read[from.getBox(j)].push_back(std::move(common));
  }
  int64_t held = 0;
  for (ArrayRef<Box> boxes : read)
    held += getUnion(boxes);
  return held;
}

/// Terms to windows, which overlap: each element takes c + |D| - 1 transfers,
/// less one where a rank of D holds a term.
static int64_t getTotalIntoWindows(const Layout &from, const Layout &to) {
  int64_t read = 1, needed = 0;
  for (unsigned dim = 0; dim < to.getNumDims(); ++dim) {
    SmallVector<Interval> parts;
    for (int64_t box = 0; box < to.getNumBoxes(); ++box)
      parts.push_back(to.getIntervals(box)[dim]);
    read *= getUnion(parts);
  }
  for (int64_t i = 0, e = to.getNumPositions(); i < e; ++i)
    needed += to.getVolume(to.getBox(i));
  return (from.getNumPartials() - 1) * read + needed -
         getHeldInWindows(from, to);
}

int64_t getBoxingBoundTotal(const Layout &from, const Layout &to) {
  bool sourceIsPartial = from.getNumPartials() > 1;
  if (to.getNumPartials() > 1 &&
      (!sourceIsPartial || from.getCombiner() == to.getCombiner()))
    return getTotalOfPartitions(from, to);
  if (sourceIsPartial && to.hasWindows())
    return getTotalIntoWindows(from, to);
  // Terms of another combiner must be reduced whatever the destination is: a
  // partial destination then receives the result on one of its coordinates.
  if (sourceIsPartial)
    return getTotalThroughOnePlace(from, to);
  // A whole source: each rank receives the part of its box that it lacks.
  int64_t total = 0;
  for (int64_t i = 0, e = to.getNumPositions(); i < e; ++i) {
    int64_t j = from.getPosition(to.getRank(i));
    total += to.getVolume(to.getBox(i));
    if (j >= 0)
      total -= from.getOverlap(from.getBox(j), to, to.getBox(i));
  }
  return total;
}

BoxingBound getBoxingBound(const Layout &from, const Layout &to) {
  BoxingBound bound;
  bound.total = getBoxingBoundTotal(from, to);
  if (to.getNumPartials() > 1)
    return bound;
  bound.perRank.emplace(std::max(from.getWorldSize(), to.getWorldSize()), 0);
  for (int64_t i = 0, e = to.getNumPositions(); i < e; ++i) {
    int64_t rank = to.getRank(i), j = from.getPosition(rank);
    int64_t &needed = (*bound.perRank)[rank];
    needed = to.getVolume(to.getBox(i));
    if (j >= 0 && from.getNumPartials() == 1)
      needed -= from.getOverlap(from.getBox(j), to, to.getBox(i));
  }
  return bound;
}

/// Multiplies sizes[d] by the sizes of the axes that split dimension d.
static void addSplits(const Placement &placement,
                      const Distribution &distribution,
                      SmallVector<int64_t> &sizes) {
  for (auto [axis, component] : llvm::enumerate(distribution.components)) {
    if (!component.isSplit())
      continue;
    if (component.dim >= static_cast<int64_t>(sizes.size()))
      sizes.resize(component.dim + 1, 1);
    sizes[component.dim] *= placement.axisSizes[axis];
  }
}

static double getFraction(const Layout &from, const Layout &to,
                          ArrayRef<int64_t> shape) {
  double elements = 1;
  for (int64_t size : shape)
    elements *= size;
  return getBoxingBoundTotal(from, to) / elements;
}

double getBoxingCostFraction(const Placement &fromPlacement,
                             const Distribution &from,
                             const Placement &toPlacement,
                             const Distribution &to) {
  // The smallest shape that every split on both ends divides: all pieces are
  // equal then, and the fraction is that of the unit cube.
  SmallVector<int64_t> a, b;
  addSplits(fromPlacement, from, a);
  addSplits(toPlacement, to, b);
  a.resize(std::max(a.size(), b.size()), 1);
  b.resize(a.size(), 1);
  for (auto [x, y] : llvm::zip_equal(a, b))
    x = std::lcm(x, y);
  return getFraction(Layout(fromPlacement, from, a), Layout(toPlacement, to, a),
                     a);
}

std::vector<double> getBoxingCostTable(const Placement &placement,
                                       ArrayRef<Distribution> distributions) {
  // One shape that all splits divide, so that each layout is built once.
  SmallVector<int64_t> shape;
  for (const Distribution &distribution : distributions) {
    SmallVector<int64_t> sizes;
    addSplits(placement, distribution, sizes);
    shape.resize(std::max(shape.size(), sizes.size()), 1);
    for (auto [i, size] : llvm::enumerate(sizes))
      shape[i] = std::lcm(shape[i], size);
  }
  std::vector<Layout> layouts;
  for (const Distribution &distribution : distributions)
    layouts.emplace_back(placement, distribution, shape);
  std::vector<double> table;
  table.reserve(layouts.size() * layouts.size());
  for (const Layout &from : layouts)
    for (const Layout &to : layouts)
      table.push_back(getFraction(from, to, shape));
  return table;
}

} // namespace sbp
