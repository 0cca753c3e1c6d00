// Layout.cpp: boxes, partial coordinates and replicas of all ranks

#include "sbp/Calculus/Layout.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace sbp {

Layout::Layout(const Placement &placement, const Distribution &distribution,
               ArrayRef<int64_t> shape)
    : numDims(shape.size()), ranks(placement.ranks) {
  assert(distribution.getNumAxes() == placement.getNumAxes() &&
         "a distribution has one component per axis of its placement");
  int64_t largest = ranks.empty() ? -1 : *llvm::max_element(ranks);
  positionOfRank.assign(largest + 1, -1);
  for (auto [position, rank] : llvm::enumerate(ranks))
    positionOfRank[rank] = position;
  buildBoxes(placement, distribution, shape);

  // The inverse of (box, partial, replica): each position has its own triple.
  members.assign(numBoxes * numPartials * numReplicas, -1);
  for (int64_t i = 0, e = getNumPositions(); i < e; ++i)
    members[(boxOf[i] * numPartials + partialOf[i]) * numReplicas +
            replicaOf[i]] = i;
}

/// Each axis is a digit of one of three mixed-radix numbers: the part of a
/// dimension (its digits in the order in which the axes are applied), the
/// partial coordinate or the replica (both in placement order, so that they
/// ascend with the position). One step along an axis thus adds a constant
/// weight to one of the numbers of a rank, and all ranks are numbered by
/// additions alone.
void Layout::buildBoxes(const Placement &placement,
                        const Distribution &distribution,
                        ArrayRef<int64_t> shape) {
  unsigned axes = placement.getNumAxes();
  // The intervals of each dimension, one per part, outermost cut first.
  parts.resize(numDims);
  SmallVector<const Windows *, 4> windows(numDims, nullptr);
  for (unsigned d = 0; d < numDims; ++d) {
    if (distribution.hasWindows())
      windows[d] = findWindows(placement, distribution, d);
    windowed |= windows[d] != nullptr;
    parts[d] = {Interval{0, windows[d] ? windows[d]->count : shape[d]}};
  }
  for (unsigned i = 0; i < axes; ++i) {
    int64_t axis = distribution.getAxis(i), size = placement.axisSizes[axis];
    const Component &component = distribution.components[axis];
    if (!component.isSplit() || size == 1)
      continue;
    SmallVector<Interval> finer;
    for (Interval part : parts[component.dim])
      for (int64_t j = 0; j < size; ++j)
        finer.push_back(balancedPart(part, size, j));
    parts[component.dim] = std::move(finer);
  }
  for (unsigned d = 0; d < numDims; ++d)
    for (Interval &part : parts[d])
      if (windows[d])
        part = getSpan(*windows[d], part, shape[d]);
  dimStride.assign(numDims, 1);
  for (int64_t d = static_cast<int64_t>(numDims) - 1; d >= 0; --d) {
    dimStride[d] = numBoxes;
    numBoxes *= parts[d].size();
  }

  // The weights: what one step along an axis adds to box, partial and replica.
  struct Weights {
    int64_t box = 0, partial = 0, replica = 0;
  };
  // Innermost splits have the smallest weight within their dimension.
  SmallVector<Weights> weights(axes);
  SmallVector<int64_t> inner(numDims, 1);
  for (int64_t i = static_cast<int64_t>(axes) - 1; i >= 0; --i) {
    int64_t axis = distribution.getAxis(i);
    const Component &component = distribution.components[axis];
    if (!component.isSplit())
      continue;
    weights[axis].box = inner[component.dim] * dimStride[component.dim];
    inner[component.dim] *= placement.axisSizes[axis];
  }
  for (int64_t axis = static_cast<int64_t>(axes) - 1; axis >= 0; --axis) {
    const Component &component = distribution.components[axis];
    int64_t size = placement.axisSizes[axis];
    if (component.isPartial() && size > 1) {
      combiner = component.combiner;
      weights[axis].partial = numPartials;
      numPartials *= size;
    } else if (component.isBroadcast()) {
      weights[axis].replica = numReplicas;
      numReplicas *= size;
    }
  }

  // Number all ranks axis by axis: each axis repeats the numbers so far with
  // its weight added, the last axis fastest.
  int64_t positions = ranks.size();
  boxOf.assign(1, 0);
  partialOf.assign(1, 0);
  replicaOf.assign(1, 0);
  for (auto *numbers : {&boxOf, &partialOf, &replicaOf})
    numbers->reserve(positions);
  for (unsigned axis = 0; axis < axes; ++axis) {
    int64_t size = placement.axisSizes[axis];
    auto extend = [&](SmallVector<int64_t> &numbers, int64_t weight) {
      SmallVector<int64_t> next;
      next.reserve(numbers.size() * size);
      for (int64_t number : numbers)
        for (int64_t j = 0; j < size; ++j)
          next.push_back(number + j * weight);
      numbers = std::move(next);
    };
    extend(boxOf, weights[axis].box);
    extend(partialOf, weights[axis].partial);
    extend(replicaOf, weights[axis].replica);
  }
  assert(static_cast<int64_t>(boxOf.size()) == positions &&
         "a placement has as many ranks as the product of its axes");

  intervals.reserve(numBoxes * numDims);
  volumes.reserve(numBoxes);
  for (int64_t box = 0; box < numBoxes; ++box) {
    int64_t volume = 1;
    for (unsigned d = 0; d < numDims; ++d) {
      Interval part = parts[d][box / dimStride[d] % parts[d].size()];
      intervals.push_back(part);
      volume *= part.size();
    }
    volumes.push_back(volume);
  }
}

int64_t Layout::getOverlap(int64_t box, const Layout &other,
                           int64_t otherBox) const {
  const Interval *a = intervals.data() + box * numDims;
  const Interval *b = other.intervals.data() + otherBox * numDims;
  int64_t volume = 1;
  for (unsigned d = 0; d < numDims; ++d) {
    int64_t size =
        std::min(a[d].end, b[d].end) - std::max(a[d].begin, b[d].begin);
    if (size <= 0)
      return 0;
    volume *= size;
  }
  return volume;
}

void Layout::forEachOverlap(
    int64_t box, const Layout &other,
    function_ref<void(int64_t, const Box &)> visit) const {
  if (getVolume(box) == 0)
    return;
  // The first part of each dimension that reaches into the box, by binary
  // search; nested balanced cuts ascend, so the others follow until one begins
  // after the box.
  ArrayRef<Interval> range = getIntervals(box);
  SmallVector<int64_t, 4> first(numDims), current;
  for (unsigned d = 0; d < numDims; ++d) {
    const auto *it = llvm::partition_point(other.parts[d], [&](Interval part) {
      return part.end <= range[d].begin;
    });
    first[d] = it - other.parts[d].begin();
  }
  Box common(numDims);
  // Sets the common interval of dimension d, skipping empty parts. False after
  // the last common part.
  auto setDim = [&](unsigned d) {
    const auto &cuts = other.parts[d];
    while (current[d] < static_cast<int64_t>(cuts.size()) &&
           cuts[current[d]].size() == 0)
      ++current[d];
    if (current[d] == static_cast<int64_t>(cuts.size()) ||
        cuts[current[d]].begin >= range[d].end)
      return false;
    common[d] = {std::max(cuts[current[d]].begin, range[d].begin),
                 std::min(cuts[current[d]].end, range[d].end)};
    return true;
  };
  current = first;
  for (unsigned d = 0; d < numDims; ++d)
    if (!setDim(d))
      return;
  // An odometer over the parts of all dimensions, the last one fastest.
  while (true) {
    int64_t number = 0;
    for (unsigned d = 0; d < numDims; ++d)
      number += current[d] * other.dimStride[d];
    visit(number, common);
    int64_t d = static_cast<int64_t>(numDims) - 1;
    for (; d >= 0; --d) {
      ++current[d];
      if (setDim(d))
        break;
      current[d] = first[d];
      setDim(d);
    }
    if (d < 0)
      return;
  }
}

} // namespace sbp
