// Distribution.cpp: placements, components, distributions
//
// A rank's box follows from applying the split components to the index range of
// each dimension, in the order of the axes. A split cuts a range of n indices
// into p balanced parts: the first n mod p parts have one index more.
// Example: 7 rows under [S(0), S(0)] on axes 2x2 become [0, 4) and [4, 7), then
// [0, 2), [2, 4), [4, 6), [6, 7).

#include "sbp/Calculus/Distribution.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include <mutex>
#include <set>

using namespace llvm;

namespace sbp {

static constexpr const char *kCombinerNames[numCombiners] = {
    "sum",    "prod", "max",  "min", "maxnum",
    "minnum", "umax", "umin", "and", "or"};

StringRef getCombinerName(Combiner combiner) {
  return kCombinerNames[static_cast<unsigned>(combiner)];
}

std::optional<Combiner> parseCombiner(StringRef name) {
  for (unsigned i = 0; i < numCombiners; ++i)
    if (name == kCombinerNames[i])
      return static_cast<Combiner>(i);
  return std::nullopt;
}

bool isIdempotent(Combiner combiner) {
  return combiner != Combiner::Sum && combiner != Combiner::Prod;
}

hash_code hash_value(const Component &component) {
  hash_code code =
      hash_combine(component.kind, component.combiner, component.dim);
  return component.windows ? hash_combine(code, *component.windows) : code;
}

hash_code hash_value(const Windows &windows) {
  return hash_combine(windows.count, windows.size, windows.step, windows.first);
}

raw_ostream &operator<<(raw_ostream &os, const Windows &windows) {
  os << windows.count << " windows of " << windows.size;
  if (windows.step != 1)
    os << " step " << windows.step;
  if (windows.first != 0)
    os << " from " << windows.first;
  return os;
}

const Windows *Component::intern(const Windows &windows) {
  // Components are compared and hashed very often: one pointer per window set
  // keeps them small. std::set never moves its elements.
  static std::mutex mutex;
  static std::set<Windows> pool;
  std::lock_guard<std::mutex> guard(mutex);
  return &*pool.insert(windows).first;
}

raw_ostream &operator<<(raw_ostream &os, const Component &component) {
  if (component.isSplit()) {
    os << "S(" << component.dim;
    if (component.windows)
      os << ", " << *component.windows;
    return os << ")";
  }
  if (component.isBroadcast())
    return os << "B";
  os << "P";
  if (component.combiner != Combiner::Sum)
    os << "(" << getCombinerName(component.combiner) << ")";
  return os;
}

/// Row-major digits of `position`, the last axis fastest.
SmallVector<int64_t> Placement::getCoordinates(int64_t position) const {
  SmallVector<int64_t> coordinates(axisSizes.size());
  for (int64_t axis = axisSizes.size() - 1; axis >= 0; --axis) {
    coordinates[axis] = position % axisSizes[axis];
    position /= axisSizes[axis];
  }
  return coordinates;
}

int64_t Placement::getPosition(int64_t rank) const {
  const auto *it = llvm::find(ranks, rank);
  return it == ranks.end() ? -1 : it - ranks.begin();
}

bool Distribution::hasPartial() const { return getCombiner().has_value(); }

bool Distribution::hasWindows() const {
  return llvm::any_of(components, [](const Component &component) {
    return component.windows != nullptr;
  });
}

Distribution Distribution::withoutWindows() const {
  Distribution plain = *this;
  for (Component &component : plain.components)
    component.windows = nullptr;
  return plain;
}

bool Distribution::isBroadcast() const {
  return llvm::all_of(components,
                      [](const Component &c) { return c.isBroadcast(); });
}

std::optional<Combiner> Distribution::getCombiner() const {
  for (const Component &component : components)
    if (component.isPartial())
      return component.combiner;
  return std::nullopt;
}

hash_code hash_value(const Distribution &distribution) {
  return hash_combine(
      hash_combine_range(distribution.components.begin(),
                         distribution.components.end()),
      hash_combine_range(distribution.order.begin(), distribution.order.end()));
}

raw_ostream &operator<<(raw_ostream &os, const Distribution &distribution) {
  os << "[";
  llvm::interleaveComma(distribution.components, os);
  os << "]";
  if (!distribution.order.empty()) {
    os << ", order = [";
    llvm::interleaveComma(distribution.order, os);
    os << "]";
  }
  return os;
}

std::string toString(const Distribution &distribution) {
  std::string text;
  raw_string_ostream(text) << distribution;
  return text;
}

int64_t getNumElements(const Box &box) {
  int64_t elements = 1;
  for (Interval interval : box)
    elements *= interval.size();
  return elements;
}

SmallVector<int64_t> getShape(const Box &box) {
  return map_to_vector(box, [](Interval interval) { return interval.size(); });
}

Box intersect(const Box &a, const Box &b) {
  Box result;
  for (auto [x, y] : llvm::zip_equal(a, b)) {
    // Clamped to size 0, so that empty boxes have no negative volume.
    int64_t begin = std::max(x.begin, y.begin);
    result.push_back({begin, std::max(begin, std::min(x.end, y.end))});
  }
  return result;
}

Interval balancedPart(Interval range, int64_t parts, int64_t index) {
  int64_t base = range.size() / parts, extra = range.size() % parts;
  int64_t begin = range.begin + index * base + std::min(index, extra);
  return {begin, begin + base + (index < extra ? 1 : 0)};
}

Interval getSpan(const Windows &windows, Interval part, int64_t extent) {
  auto clip = [&](int64_t index) {
    return std::clamp<int64_t>(index, 0, extent);
  };
  auto getEnd = [&](int64_t window) {
    return clip(windows.first + window * windows.step + windows.size);
  };
  // An empty part ends where the part before it ends: Layout relies on
  // ascending ends in its binary search.
  if (part.size() == 0) {
    int64_t end = part.begin == 0 ? 0 : getEnd(part.begin - 1);
    return {end, end};
  }
  int64_t begin = clip(windows.first + part.begin * windows.step);
  return {begin, std::max(begin, getEnd(part.end - 1))};
}

const Windows *findWindows(const Placement &placement,
                           const Distribution &distribution, int64_t dim) {
  for (auto [axis, component] : llvm::enumerate(distribution.components))
    if (component.isSplit(dim) && component.windows &&
        placement.axisSizes[axis] > 1)
      return component.windows;
  return nullptr;
}

Box getBox(const Placement &placement, const Distribution &distribution,
           ArrayRef<int64_t> shape, ArrayRef<int64_t> coordinates) {
  Box box =
      map_to_vector<4>(shape, [](int64_t size) { return Interval{0, size}; });
  SmallVector<const Windows *, 4> windows(shape.size(), nullptr);
  // Windows are split by their number first and converted to indices last.
  if (distribution.hasWindows())
    for (int64_t dim = 0, rank = shape.size(); dim < rank; ++dim)
      if ((windows[dim] = findWindows(placement, distribution, dim)))
        box[dim] = {0, windows[dim]->count};
  for (unsigned i = 0, e = distribution.getNumAxes(); i < e; ++i) {
    int64_t axis = distribution.getAxis(i);
    const Component &component = distribution.components[axis];
    if (component.isSplit())
      box[component.dim] = balancedPart(
          box[component.dim], placement.axisSizes[axis], coordinates[axis]);
  }
  for (auto [range, split, extent] : llvm::zip_equal(box, windows, shape))
    if (split)
      range = getSpan(*split, range, extent);
  return box;
}

Box getBoxAt(const Placement &placement, const Distribution &distribution,
             ArrayRef<int64_t> shape, int64_t position) {
  return getBox(placement, distribution, shape,
                placement.getCoordinates(position));
}

} // namespace sbp
