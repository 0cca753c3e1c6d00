// BoxedTensor.cpp: counts moved elements piece by piece

#include "sbp/Analysis/Selection/Prices/BoxedTensor.h"
#include "sbp/Calculus/BoxingPlan.h"
#include "sbp/Calculus/Topology.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace llvm;

namespace sbp {

int64_t TensorSize::getNumElements() const { return product_of(shape); }

bool TensorSize::operator<(const TensorSize &other) const {
  return std::tie(elementBytes, shape) <
         std::tie(other.elementBytes, other.shape);
}

BoxedTensor::BoxedTensor(StateTable &states, TensorSize size)
    : states(&states), size(std::move(size)),
      elements(this->size.getNumElements()), bytes(this->size.getNumBytes()) {}

bool BoxedTensor::findEven(Id id) {
  const Distribution &distribution = states->get(id).distribution;
  bool isEven = !distribution.hasWindows();
  SmallVector<int64_t, 4> rest(size.shape);
  for (auto [component, parts] :
       zip_equal(distribution.components, states->getPlacementOf(id).axisSizes))
    if (isEven && component.isSplit()) {
      isEven = rest[component.dim] % parts == 0;
      rest[component.dim] /= parts;
    }
  if (id >= even.size())
    even.resize(id + 1, -1);
  return even[id] = isEven;
}

const Layout &BoxedTensor::getLayout(Id id) {
  if (id >= layouts.size())
    layouts.resize(id + 1);
  if (!layouts[id])
    layouts[id] = std::make_unique<Layout>(
        states->getPlacementOf(id), states->get(id).distribution, size.shape);
  return *layouts[id];
}

/// Returns the number of elements in intersections of a piece of `from` and a
/// piece of `to` that some rank holds both of. Each intersection counts once,
/// however many ranks have both.
int64_t BoxedTensor::countHeld(Id from, Id to) {
  const Layout &a = getLayout(from), &b = getLayout(to);
  int64_t held = 0, ranks = 1; // that share both pieces
  for (int64_t i = 0, e = a.getNumPositions(); i < e; ++i)
    held += a.getOverlap(a.getBox(i), b, b.getBox(i));
  for (auto [before, after, count] :
       zip_equal(states->get(from).distribution.components,
                 states->get(to).distribution.components,
                 states->getPlacementOf(from).axisSizes))
    if (!before.isSplit() && !after.isSplit())
      ranks *= count;
  return held / ranks;
}

int64_t BoxedTensor::countElements(Id from, Id to) {
  const Layout &a = getLayout(from), &b = getLayout(to);
  bool hasTerms = a.getNumPartials() > 1 || b.getNumPartials() > 1;
  if (!hasTerms) // one pass over the ranks
    return getBoxingBoundTotal(a, b);
  if (!b.hasWindows())
    if (std::optional<CellTraffic> price = states->getCellTraffic(from, to))
      return price->separate * elements - price->saved * countHeld(from, to);
  auto [it, isNew] = counted.try_emplace({from, to}, 0);
  if (isNew)
    it->second = getBoxingBoundTotal(a, b);
  return it->second;
}

std::optional<int64_t> BoxedTensor::getMovedBytes(Id from, Id to) {
  if (from == to || bytes == 0)
    return 0;
  if (states->get(from).distribution.hasWindows())
    return std::nullopt;
  if (!isEven(from) || !isEven(to))
    return countElements(from, to) * size.elementBytes;
  MovedFraction moved = states->getMoved(from, to);
  return static_cast<int64_t>(static_cast<__int128>(moved.moved) * bytes /
                              moved.cells);
}

bool BoxedTensor::lacksPart(Id from, Id to) {
  const Layout &a = getLayout(from), &b = getLayout(to);
  // The first rank holds the first piece of any split: others tell more apart.
  int64_t count = b.getNumPositions();
  for (int64_t k = 0; k < count; ++k) {
    int64_t i = (count / 3 + k) % count;
    if (a.getOverlap(a.getBox(i), b, b.getBox(i)) < b.getVolume(b.getBox(i)))
      return true;
  }
  return false;
}

double BoxedTensor::getSeconds(Id from, Id to, const Topology &topology) {
  const Distribution &target = states->get(to).distribution;
  if (!target.hasWindows())
    return states->getSeconds(from, to, bytes, topology);
  auto [it, isNew] = seconds.try_emplace({from, to}, 0);
  if (isNew)
    it->second =
        *planBoxing(states->getPlacementOf(from),
                    states->get(from).distribution, states->getPlacementOf(to),
                    target, size.shape, size.elementBytes, &topology)
             .seconds;
  return it->second;
}

} // namespace sbp
