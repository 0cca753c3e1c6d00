//===- Distribution.cpp - placements, components, distributions -----------===//

#include "sbp/Calculus/Distribution.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace llvm;

namespace sbp {

static constexpr const char *combinerNames[numCombiners] = {
    "sum",    "prod", "max",  "min", "maxnum",
    "minnum", "umax", "umin", "and", "or"};

StringRef getCombinerName(Combiner combiner) {
  return combinerNames[static_cast<unsigned>(combiner)];
}

std::optional<Combiner> parseCombiner(StringRef name) {
  for (unsigned i = 0; i < numCombiners; ++i)
    if (name == combinerNames[i])
      return static_cast<Combiner>(i);
  return std::nullopt;
}

bool isIdempotent(Combiner combiner) {
  return combiner != Combiner::Sum && combiner != Combiner::Prod;
}

hash_code hash_value(const Component &component) {
  return hash_combine(component.kind, component.combiner, component.dim);
}

raw_ostream &operator<<(raw_ostream &os, const Component &component) {
  if (component.isSplit())
    return os << "S(" << component.dim << ")";
  if (component.isBroadcast())
    return os << "B";
  os << "P";
  if (component.combiner != Combiner::Sum)
    os << "(" << getCombinerName(component.combiner) << ")";
  return os;
}

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

Box getBox(const Placement &placement, const Distribution &distribution,
           ArrayRef<int64_t> shape, ArrayRef<int64_t> coordinates) {
  Box box =
      map_to_vector<4>(shape, [](int64_t size) { return Interval{0, size}; });
  for (unsigned i = 0, e = distribution.getNumAxes(); i < e; ++i) {
    int64_t axis = distribution.getAxis(i);
    const Component &component = distribution.components[axis];
    if (component.isSplit())
      box[component.dim] = balancedPart(
          box[component.dim], placement.axisSizes[axis], coordinates[axis]);
  }
  return box;
}

Box getBoxAt(const Placement &placement, const Distribution &distribution,
             ArrayRef<int64_t> shape, int64_t position) {
  return getBox(placement, distribution, shape,
                placement.getCoordinates(position));
}

} // namespace sbp
