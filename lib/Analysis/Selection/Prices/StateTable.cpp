// StateTable.cpp: interns states, and prices boxings under a topology

#include "sbp/Analysis/Selection/Prices/StateTable.h"
#include "sbp/Calculus/Topology.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <numeric>

using namespace llvm;

namespace sbp {

unsigned StateTable::addPlacement(const Placement &placement) {
  placements.push_back(placement);
  for (auto *maps : {&byCount, &byKey, &bySortedKey, &byTimeKey})
    maps->emplace_back();
  return placements.size() - 1;
}

static bool isPartialSum(const Component &component) {
  return component.isPartial() && component.combiner == Combiner::Sum;
}

/// Returns the smallest order with the effect of the given one, empty for the
/// default: an axis must follow another only where both split one dimension.
static SmallVector<int64_t, 4> getSmallestOrder(const Distribution &given) {
  unsigned axes = given.getNumAxes();
  SmallVector<int64_t, 4> order;
  auto isReady = [&](int64_t axis) {
    if (is_contained(order, axis))
      return false;
    for (int64_t outer : given.order) {
      if (outer == axis)
        break;
      if (given.components[axis].isSplit() &&
          given.components[axis] == given.components[outer] &&
          !is_contained(order, outer))
        return false;
    }
    return true;
  };
  while (order.size() < axes)
    order.push_back(*find_if(seq<int64_t>(axes), isReady));
  if (is_sorted(order))
    order.clear();
  return order;
}

/// Axes of size 1 become broadcast, and of equal orders the smallest is taken.
static Distribution canonicalise(const Placement &placement,
                                 Distribution distribution) {
  for (auto [axis, component] : enumerate(distribution.components))
    if (placement.axisSizes[axis] == 1)
      component = Component::broadcast();
  if (!distribution.order.empty())
    distribution.order = getSmallestOrder(distribution);
  return distribution;
}

static uint64_t getHash(const StateTable::State &state) {
  return static_cast<uint64_t>(hash_combine(state.placement, state.distribution,
                                            state.requiresExistingPartials)) >>
         2;
}

std::optional<StateTable::Id> StateTable::findState(const State &state) const {
  for (Id id : byHash.lookup(getHash(state)))
    if (states[id].placement == state.placement &&
        states[id].distribution == state.distribution &&
        states[id].requiresExistingPartials == state.requiresExistingPartials)
      return id;
  return std::nullopt;
}

StateTable::Id StateTable::intern(unsigned placement,
                                  const Distribution &distribution,
                                  bool requiresExistingPartials) {
  State state{placement, canonicalise(placements[placement], distribution),
              requiresExistingPartials};
  state.requiresExistingPartials &=
      any_of(state.distribution.components, isPartialSum);
  if (std::optional<Id> existing = findState(state))
    return *existing;
  byHash[getHash(state)].push_back(states.size());
  codes.push_back(encode(placements[placement], state.distribution));
  digits.emplace_back(placements[placement], state.distribution);
  states.push_back(std::move(state));
  patternRows.emplace_back();
  representatives.emplace_back();
  return states.size() - 1;
}

bool StateTable::createsPartials(Id from, Id to, bool isProduced) const {
  const State &a = states[from], &b = states[to];
  if (from == to)
    return false;
  if (a.placement != b.placement || !(isProduced || a.requiresExistingPartials))
    return true;
  return any_of(zip_equal(a.distribution.components, b.distribution.components),
                [](auto pair) {
                  auto [before, after] = pair;
                  return isPartialSum(after) && !isPartialSum(before);
                });
}

bool StateTable::isFree(Id from, Id to) const {
  const Distribution &d = states[from].distribution;
  const Distribution &e = states[to].distribution;
  return getPlacementOf(from).sameRanks(getPlacementOf(to)) &&
         d.order == e.order &&
         all_of(zip_equal(d.components, e.components), [](auto pair) {
           auto [a, b] = pair;
           return a == b || (a.isBroadcast() && b.isPartial() &&
                             isIdempotent(b.combiner));
         });
}

int64_t StateTable::getNumPieces(Id id) const {
  const State &state = states[id];
  int64_t pieces = 1;
  for (auto [axis, component] : enumerate(state.distribution.components))
    if (component.isSplit())
      pieces *= placements[state.placement].axisSizes[axis];
  return pieces;
}

MovedFraction StateTable::getMoved(Id from, Id to) {
  return from == to ? MovedFraction() : fractions[getPattern(from, to)];
}

std::optional<CellTraffic> StateTable::getCellTraffic(Id from, Id to) const {
  if (!getPlacementOf(from).sameRanks(getPlacementOf(to)))
    return std::nullopt;
  return SplitDigits::getTraffic(getPlacementOf(from), digits[from],
                                 digits[to]);
}

/// Returns the shape of a byte tensor of at least `bytes` that both ends split
/// evenly: a dimension per split one, and a last one for the rest. Renumbers
/// the dimensions of both ends accordingly.
static SmallVector<int64_t> makeEvenShape(const Placement &from,
                                          Distribution &d, const Placement &to,
                                          Distribution &e, int64_t bytes) {
  SmallVector<int64_t> shape;
  std::map<int64_t, int64_t> numbers, before = getParts(from, d),
                                      after = getParts(to, e);
  int64_t cells = 1;
  for (Distribution *distribution : {&d, &e})
    for (Component &component : distribution->components) {
      if (!component.isSplit())
        continue;
      auto [it, isNew] = numbers.try_emplace(component.dim, shape.size());
      if (isNew) {
        shape.push_back(
            std::lcm(before.try_emplace(component.dim, 1).first->second,
                     after.try_emplace(component.dim, 1).first->second));
        cells *= shape.back();
      }
      component.dim = it->second;
    }
  shape.push_back(divideCeil(bytes, std::max<int64_t>(1, cells)));
  return shape;
}

/// Renumbers the dimensions that the two ends split; returns their number.
static int64_t renumberDims(Distribution &d, Distribution &e) {
  SmallVector<int64_t> dims;
  for (Distribution *distribution : {&d, &e})
    for (Component &component : distribution->components) {
      if (!component.isSplit())
        continue;
      if (!is_contained(dims, component.dim))
        dims.push_back(component.dim);
      component.dim = find(dims, component.dim) - dims.begin();
    }
  return dims.size();
}

/// Uses a tensor in which every dimension has one element per rank, and
/// elements of the size that gives `bytes`: PlanTimes then serves all tensors.
double StateTable::getSecondsInPlace(Id from, Id to, int64_t bytes,
                                     const Topology &topology) {
  const Placement &placement = getPlacementOf(from);
  Distribution d = states[from].distribution, e = states[to].distribution;
  SmallVector<int64_t> shape(renumberDims(d, e) + 1, placement.getNumRanks());
  double elements = 1;
  for (int64_t size : shape)
    elements *= size;
  auto [it, isNew] = times.try_emplace({states[from].placement, shape.size()},
                                       placement, shape, topology);
  return it->second.getSeconds(d, e, bytes / elements);
}

double StateTable::getSeconds(Id from, Id to, int64_t bytes,
                              const Topology &topology) {
  if (from == to || bytes == 0)
    return 0;
  auto [it, isNew] = seconds.try_emplace({getTimePattern(from, to), bytes}, 0);
  if (!isNew)
    return it->second;
  Distribution d = states[from].distribution, e = states[to].distribution;
  if (states[from].placement == states[to].placement)
    return it->second = getSecondsInPlace(from, to, bytes, topology);
  SmallVector<int64_t> shape =
      makeEvenShape(getPlacementOf(from), d, getPlacementOf(to), e, bytes);
  return it->second =
             *planBoxing(getPlacementOf(from), d, getPlacementOf(to), e, shape,
                         /*elementBytes=*/1, &topology)
                  .seconds;
}

} // namespace sbp
