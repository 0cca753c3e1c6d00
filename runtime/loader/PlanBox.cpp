// PlanBox.cpp: computes the box of a rank from a plan, with windows
//
// This is a second implementation of lib/Calculus/Layout on purpose: the loader
// proves plans without code of the compiler. Axes are applied from the
// outermost to the innermost. Example: 10 rows [S(0), S(0)] on axes of 2 and 2:
// rank 1 has coordinates (0, 1), first [0, 5), then its second part [3, 5).
#include "PlanBox.h"
#include <algorithm>

using namespace sbp;
using plan::ComponentKind;

Shape PlanBox::shape() const {
  Shape result(rank());
  for (size_t d = 0; d < rank(); ++d)
    result[d] = end[d] - begin[d];
  return result;
}

int64_t PlanBox::elements() const {
  int64_t count = 1;
  for (size_t d = 0; d < rank(); ++d)
    count *= end[d] - begin[d];
  return count;
}

bool PlanBox::contains(const PlanBox &other) const {
  if (other.elements() == 0)
    return true;
  for (size_t d = 0; d < rank(); ++d)
    if (other.begin[d] < begin[d] || other.end[d] > end[d])
      return false;
  return true;
}

PlanBox sbp::wholeBox(const Shape &shape) {
  return {Shape(shape.size(), 0), shape};
}

PlanBox sbp::intersect(const PlanBox &a, const PlanBox &b) {
  PlanBox result = a;
  for (size_t d = 0; d < a.rank(); ++d) {
    result.begin[d] = std::max(a.begin[d], b.begin[d]);
    result.end[d] = std::max(result.begin[d], std::min(a.end[d], b.end[d]));
  }
  return result;
}

std::string sbp::toString(const PlanBox &box) {
  std::string text = "[";
  for (size_t d = 0; d < box.rank(); ++d)
    text += (d ? ", " : "") + std::to_string(box.begin[d]) + ":" +
            std::to_string(box.end[d]);
  return text + "]";
}

std::string sbp::toString(const Shape &shape, plan::DType type) {
  std::string text;
  for (int64_t size : shape)
    text += std::to_string(size) + "x";
  return text + artifact::getName(type);
}

std::optional<int64_t> sbp::countElements(const Shape &shape) {
  int64_t count = 1;
  bool empty = false;
  for (int64_t size : shape) {
    if (size < 0)
      return std::nullopt;
    if (size == 0)
      empty = true;
    // Below 2^58 elements no offset in bytes overflows.
    else if (__builtin_mul_overflow(count, size, &count) || count > (1ll << 58))
      return std::nullopt;
  }
  return empty ? 0 : count;
}

/// Replaces [begin, end) by part `index` of a balanced split: the first size
/// mod parts parts have one element more.
static void cutBalanced(int64_t &begin, int64_t &end, int64_t parts,
                        int64_t index) {
  int64_t size = end - begin, base = size / parts, extra = size % parts;
  int64_t first = begin + index * base + std::min(index, extra);
  end = first + base + (index < extra ? 1 : 0);
  begin = first;
}

/// Converts a range of windows to the range of indices of a dim of `extent`,
/// from the start of the first window to the end of the last one. An empty
/// range lies at the end of the window before it. Example: windows of size 3
/// and step 1 from -1 (a convolution with padding), windows 2 and 3 of 4:
/// indices [1, 4).
static void spanWindows(int64_t &begin, int64_t &end,
                        const plan::Windows &windows, int64_t extent) {
  auto clip = [&](int64_t index) {
    return std::clamp<int64_t>(index, 0, extent);
  };
  auto getEnd = [&](int64_t window) {
    return clip(windows.first() + window * windows.step() + windows.size());
  };
  if (begin == end) {
    begin = end = begin == 0 ? 0 : getEnd(begin - 1);
    return;
  }
  int64_t last = end - 1;
  begin = clip(windows.first() + begin * windows.step());
  end = std::max(begin, getEnd(last));
}

Piece sbp::getPiece(const plan::PlanT &plan, uint32_t distribution,
                    const Shape &shape, uint32_t rank) {
  const plan::DistributionT &d = *plan.distributions[distribution];
  const plan::PlacementT &placement = *plan.placements[d.placement];
  auto found = std::find(placement.ranks.begin(), placement.ranks.end(), rank);
  Piece piece;
  piece.box = wholeBox(shape);
  if (found == placement.ranks.end())
    return piece;
  piece.present = true;

  size_t axes = placement.axis_sizes.size();
  std::vector<int64_t> coordinates(axes);
  int64_t position = found - placement.ranks.begin();
  for (size_t axis = axes; axis-- > 0;) {
    coordinates[axis] = position % placement.axis_sizes[axis];
    position /= placement.axis_sizes[axis];
  }
  // A dimension with windows is split by window numbers first, which are then
  // converted to indices.
  std::vector<const plan::Windows *> windows(shape.size(), nullptr);
  for (const plan::Windows &entry : d.windows)
    for (size_t axis = 0; axis < axes; ++axis)
      if (d.components[axis].kind() == ComponentKind::split &&
          d.components[axis].dim() == entry.dim() &&
          placement.axis_sizes[axis] > 1) {
        windows[entry.dim()] = &entry;
        piece.box.end[entry.dim()] = entry.count();
      }
  for (size_t i = 0; i < axes; ++i) {
    size_t axis = d.order.empty() ? i : d.order[i];
    const plan::Component &component = d.components[axis];
    if (component.kind() == ComponentKind::split)
      cutBalanced(piece.box.begin[component.dim()],
                  piece.box.end[component.dim()], placement.axis_sizes[axis],
                  coordinates[axis]);
  }
  for (size_t dim = 0; dim < shape.size(); ++dim)
    if (windows[dim])
      spanWindows(piece.box.begin[dim], piece.box.end[dim], *windows[dim],
                  shape[dim]);
  // Mixed-radix numbers: the term of a partial value, and the replica of a
  // copy.
  for (size_t axis = 0; axis < axes; ++axis) {
    ComponentKind kind = d.components[axis].kind();
    int64_t size = placement.axis_sizes[axis];
    if (kind == ComponentKind::partial)
      piece.partialClass = piece.partialClass * size + coordinates[axis];
    else if (kind == ComponentKind::broadcast)
      piece.replica = piece.replica * size + coordinates[axis];
  }
  return piece;
}

int64_t sbp::countPartialClasses(const plan::PlanT &plan,
                                 uint32_t distribution) {
  const plan::DistributionT &d = *plan.distributions[distribution];
  const plan::PlacementT &placement = *plan.placements[d.placement];
  int64_t count = 1;
  for (size_t axis = 0; axis < d.components.size(); ++axis)
    if (d.components[axis].kind() == ComponentKind::partial)
      count *= placement.axis_sizes[axis];
  return count;
}

std::optional<plan::Combiner>
sbp::getCombiner(const plan::DistributionT &distribution) {
  for (const plan::Component &component : distribution.components)
    if (component.kind() == ComponentKind::partial)
      return component.combiner();
  return std::nullopt;
}

bool sbp::isIdempotent(plan::Combiner combiner) {
  return combiner != plan::Combiner::sum && combiner != plan::Combiner::prod;
}

/// The table of calculus: booleans combine logically, by umax or by umin;
/// maxnum and minnum are of floats, umax and umin of integers.
bool sbp::canCombine(plan::Combiner combiner, plan::DType type) {
  bool logical = combiner == plan::Combiner::logical_and ||
                 combiner == plan::Combiner::logical_or;
  const ElementType &element = ElementType::of(type);
  if (!element.hasArithmetic)
    return false;
  if (element.isBoolean())
    return logical || combiner == plan::Combiner::umax ||
           combiner == plan::Combiner::umin;
  if (combiner == plan::Combiner::maxnum || combiner == plan::Combiner::minnum)
    return element.isFloat();
  if (combiner == plan::Combiner::umax || combiner == plan::Combiner::umin)
    return !element.isFloat();
  return !logical;
}
