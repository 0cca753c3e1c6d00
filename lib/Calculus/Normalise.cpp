// Normalise.cpp: legality and semantic equality of distributions
//
// The canonical form replaces components without an effect by B and sorts the
// order topologically: an axis must stay after another only if both split the
// same dimension and more than one element is left to split. The smallest such
// sequence is canonical. Subsumption is decided on layouts: equal boxes on all
// ranks, and equal terms of the reduction.
// Example: on axes [2, 1] for tensor<8x4>, [S(0), S(1)], order = [1, 0] becomes
// [S(0), B].

#include "sbp/Calculus/Normalise.h"
#include "sbp/Calculus/Layout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace sbp {

static StringRef getElementKindName(ElementKind kind) {
  switch (kind) {
  case ElementKind::Float:
    return "float";
  case ElementKind::Integer:
    return "integer";
  case ElementKind::Boolean:
    return "i1";
  }
  llvm_unreachable("all kinds are handled");
}

static StringRef getLegalCombiners(ElementKind kind) {
  switch (kind) {
  case ElementKind::Float:
    return "sum, prod, max, min, maxnum, minnum";
  case ElementKind::Integer:
    return "sum, prod, max, min, umax, umin";
  case ElementKind::Boolean:
    return "and, or";
  }
  llvm_unreachable("all kinds are handled");
}

static bool isLegalCombiner(Combiner combiner, ElementKind kind) {
  switch (combiner) {
  case Combiner::Sum:
  case Combiner::Prod:
  case Combiner::Max:
  case Combiner::Min:
    // Max and min of i1 are `and` and `or` of signed values, sum is xor: their
    // names would mislead, so they are refused.
    return kind != ElementKind::Boolean;
  case Combiner::MaxNum:
  case Combiner::MinNum:
    return kind == ElementKind::Float;
  case Combiner::UMax:
  case Combiner::UMin:
    return kind == ElementKind::Integer;
  case Combiner::And:
  case Combiner::Or:
    return kind == ElementKind::Boolean;
  }
  llvm_unreachable("all combiners are handled");
}

std::optional<std::string> verifyCombiner(Combiner combiner,
                                          ElementKind elementKind) {
  if (isLegalCombiner(combiner, elementKind))
    return std::nullopt;
  return ("P(" + getCombinerName(combiner) + ") is not defined on " +
          getElementKindName(elementKind) + " elements; use one of " +
          getLegalCombiners(elementKind))
      .str();
}

/// Returns `axis #1 "tp"`, or only the number for an unnamed axis.
static std::string quoteAxis(const Placement &placement, unsigned axis) {
  if (axis < placement.axisNames.size())
    return "axis #" + std::to_string(axis) + " \"" + placement.axisNames[axis] +
           "\"";
  return "axis #" + std::to_string(axis);
}

/// Returns why `order` is not a permutation of the axes; nullopt if it is one.
static std::optional<std::string>
verifyOrder(const Distribution &distribution) {
  if (distribution.order.empty())
    return std::nullopt;
  SmallVector<int64_t> sorted = llvm::to_vector(distribution.order);
  llvm::sort(sorted);
  bool permutation = sorted.size() == distribution.getNumAxes();
  for (unsigned i = 0, e = sorted.size(); permutation && i < e; ++i)
    permutation = sorted[i] == i;
  if (permutation)
    return std::nullopt;
  std::string text;
  raw_string_ostream os(text);
  os << "order [";
  interleaveComma(distribution.order, os);
  os << "] is not a permutation of the " << distribution.getNumAxes()
     << " axes; name each axis number once";
  return text;
}

std::optional<std::string> verifyDistribution(const Placement &placement,
                                              const Distribution &distribution,
                                              ArrayRef<int64_t> shape,
                                              ElementKind elementKind) {
  std::string text;
  raw_string_ostream os(text);
  if (distribution.getNumAxes() != placement.getNumAxes()) {
    os << "distribution has " << distribution.getNumAxes()
       << " components but placement \"" << placement.name << "\" has "
       << placement.getNumAxes() << " axes; give one component per axis";
    return text;
  }
  std::optional<unsigned> firstPartial;
  for (auto [axis, component] : llvm::enumerate(distribution.components)) {
    if (component.windows &&
        (component.windows->count < 0 || component.windows->size < 1 ||
         component.windows->step < 1)) {
      os << component << " on " << quoteAxis(placement, axis)
         << " has windows without size or step; use at least 1 for both";
      return text;
    }
    for (const Component &other : distribution.components)
      if (component.isSplit() && other.isSplit(component.dim) &&
          other.windows != component.windows) {
        os << component << " and " << other
           << " split one dim in two ways; give both the same windows";
        return text;
      }
    if (component.isSplit() &&
        (component.dim < 0 ||
         component.dim >= static_cast<int64_t>(shape.size()))) {
      os << component << " on " << quoteAxis(placement, axis)
         << " names a dim that the tensor of rank " << shape.size()
         << " does not have; ";
      if (shape.empty())
        os << "use B";
      else
        os << "use a dim from 0 to " << shape.size() - 1;
      return text;
    }
    if (!component.isPartial())
      continue;
    if (distribution.hasWindows()) {
      os << distribution
         << " has windows of partial values; reduce them first, "
         << "use B or S on " << quoteAxis(placement, axis);
      return text;
    }
    if (auto reason = verifyCombiner(component.combiner, elementKind))
      return quoteAxis(placement, axis) + ": " + *reason;
    if (!firstPartial)
      firstPartial = axis;
    Combiner first = distribution.components[*firstPartial].combiner;
    if (first == component.combiner)
      continue;
    os << "P(" << getCombinerName(first) << ") on "
       << quoteAxis(placement, *firstPartial) << " and P("
       << getCombinerName(component.combiner) << ") on "
       << quoteAxis(placement, axis)
       << " do not commute; use one combiner for all P components";
    return text;
  }
  return verifyOrder(distribution);
}

Distribution normalise(const Placement &placement,
                       const Distribution &distribution,
                       ArrayRef<int64_t> shape) {
  unsigned axes = distribution.getNumAxes();
  Distribution result = distribution;
  bool empty = llvm::is_contained(shape, 0);
  for (auto [axis, component] : llvm::enumerate(result.components))
    if (placement.axisSizes[axis] == 1 ||
        (component.isSplit() && shape[component.dim] == 0) ||
        (component.isPartial() && empty))
      component = Component::broadcast();
    else if (component.windows &&
             *component.windows == Windows{shape[component.dim], 1, 1, 0})
      component.windows = nullptr;
  if (result.order.empty())
    return result;

  // An axis splits the parts that earlier axes of the same dimension left. If
  // these are single elements, all of them go to its first rank, and the order
  // of this axis and later ones has no effect.
  SmallVector<int64_t> remaining(shape), largestPart(axes, 0);
  for (const Component &component : result.components)
    if (component.windows)
      remaining[component.dim] = component.windows->count;
  for (int64_t axis : result.order)
    if (result.components[axis].isSplit()) {
      int64_t &size = remaining[result.components[axis].dim];
      largestPart[axis] = size;
      size = llvm::divideCeil(size, placement.axisSizes[axis]);
    }
  auto isBefore = [&](int64_t a, int64_t b) {
    const Component &x = result.components[a], &y = result.components[b];
    return x.isSplit() && y.isSplit(x.dim) && largestPart[a] > 1 &&
           llvm::find(result.order, a) < llvm::find(result.order, b);
  };
  // Kahn's topological sort (1962) with the smallest ready axis first.
  SmallVector<int64_t, 4> order;
  while (order.size() < axes)
    for (int64_t axis = 0; axis < axes; ++axis) {
      bool ready = !llvm::is_contained(order, axis);
      for (int64_t other = 0; ready && other < axes; ++other)
        ready = llvm::is_contained(order, other) || other == axis ||
                !isBefore(other, axis);
      if (!ready)
        continue;
      order.push_back(axis);
      break;
    }
  result.order = llvm::is_sorted(order) ? SmallVector<int64_t, 4>{} : order;
  return result;
}

/// Returns true if each rank has the same box under both layouts. Empty boxes
/// are compared too, so that the local value needs no change of type.
static bool haveEqualBoxes(const Layout &from, const Layout &to) {
  for (int64_t position = 0; position < to.getNumPositions(); ++position)
    if (to.getIntervals(to.getBox(position)) !=
        from.getIntervals(from.getBox(from.getPosition(to.getRank(position)))))
      return false;
  return true;
}

/// Returns true if the terms that `to` reduces over are the terms of `from`:
/// all replicas of a term of `to` are one term of `from`, every term of `from`
/// occurs, and none occurs twice unless the combiner is idempotent.
static bool haveEqualTerms(const Layout &from, const Layout &to) {
  int64_t fromTerms = from.getNumPartials(), toTerms = to.getNumPartials();
  if (fromTerms == 1 && toTerms == 1)
    return true;
  if (toTerms == 1 || (fromTerms > 1 && from.getCombiner() != to.getCombiner()))
    return false;
  if (fromTerms != toTerms && !isIdempotent(*to.getCombiner()))
    return false;
  for (int64_t box = 0; box < to.getNumBoxes(); ++box) {
    if (to.getVolume(box) == 0)
      continue;
    SmallVector<bool> seen(fromTerms);
    for (int64_t term = 0; term < toTerms; ++term) {
      std::optional<int64_t> source;
      for (int64_t position : to.getHolders(box, term)) {
        int64_t held = from.getPartial(from.getPosition(to.getRank(position)));
        if (source && *source != held)
          return false;
        source = held;
      }
      seen[*source] = true;
    }
    if (llvm::is_contained(seen, false))
      return false;
  }
  return true;
}

bool isSubsumed(const Placement &fromPlacement, const Distribution &from,
                const Placement &toPlacement, const Distribution &to,
                ArrayRef<int64_t> shape) {
  if (!fromPlacement.sameRanks(toPlacement)) {
    SmallVector<int64_t> a(fromPlacement.ranks), b(toPlacement.ranks);
    llvm::sort(a);
    llvm::sort(b);
    if (a != b)
      return false;
  }
  // A value without elements has no terms on any placement: otherwise two
  // distributions could both equal a third one without being equal.
  Distribution plainFrom = normalise(fromPlacement, from, shape);
  Distribution plainTo = normalise(toPlacement, to, shape);
  if (fromPlacement.sameRanks(toPlacement) && plainFrom == plainTo)
    return true;
  return isSubsumed(Layout(fromPlacement, plainFrom, shape),
                    Layout(toPlacement, plainTo, shape));
}

bool isSubsumed(const Layout &from, const Layout &to) {
  return haveEqualBoxes(from, to) && haveEqualTerms(from, to);
}

} // namespace sbp
