// BoxingPrices.cpp: the costs of holding a tensor and of boxing it

#include "sbp/Analysis/Selection/Prices/BoxingPrices.h"
#include "sbp/Calculus/Topology.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;

namespace sbp {

Cost CostModel::getTime(BoxedTensor &tensor, StateTable::Id from,
                        StateTable::Id to) const {
  const StateTable &states = tensor.getStates();
  double ranks = std::max(states.getPlacementOf(from).getNumRanks(),
                          states.getPlacementOf(to).getNumRanks());
  double seconds = tensor.getSeconds(from, to, *topology);
  return std::ceil(std::ldexp(seconds * bytesPerSecond * ranks, unitShift));
}

double CostModel::getSlowestTransfer(ArrayRef<int64_t> ranks,
                                     double bytes) const {
  if (ranks.size() < 2)
    return 0;
  if (topology)
    return bytesPerSecond *
           topology->getSlowestSeconds(ranks, ranks.size(), bytes);
  return ranks.size() * perBoxing + bytes;
}

/// Returns the cost of the bytes that every rank writes.
static Cost getWritten(const CostModel &model, const StateTable &states,
                       StateTable::Id to, int64_t bytes) {
  int64_t ranks = states.getPlacementOf(to).getNumRanks();
  double written = static_cast<double>(bytes) / states.getNumPieces(to);
  return std::ceil(
      std::ldexp(ranks * model.getTraffic(written), model.unitShift));
}

Cost CostModel::getBoxing(BoxedTensor &tensor, StateTable::Id from,
                          StateTable::Id to, bool isProduced) const {
  StateTable &states = tensor.getStates();
  int64_t bytes = tensor.getNumBytes();
  if (from == to || bytes == 0)
    return 0;
  if (states.isRefused(from, to, isProduced))
    return kInfiniteCost;
  if (states.isFree(from, to))
    return 0;
  Cost local = getWritten(*this, states, to, bytes);
  std::optional<int64_t> moved = tensor.getMovedBytes(from, to);
  if (!moved)
    return kInfiniteCost;
  if (*moved == 0)
    return local;
  if (topology)
    return local + getTime(tensor, from, to);
  __int128 numerator = *moved, denominator = 1;
  if (unitShift >= 0)
    numerator <<= unitShift;
  else
    denominator <<= -unitShift;
  auto units = (numerator + denominator - 1) / denominator;
  int64_t ranks = std::max(states.getPlacementOf(to).getNumRanks(),
                           states.getPlacementOf(from).getNumRanks());
  return local + static_cast<Cost>(units) + getUnits(perBoxing * ranks);
}

Cost BoxingPrices::getLeast(StateTable::Id to) const {
  const StateTable &states = tensor.getStates();
  int64_t bytes = tensor.getNumBytes();
  // A copy on every rank is a partial value of an idempotent combiner already.
  bool isFree = bytes == 0 || any_of(states.get(to).distribution.components,
                                     [](const Component &component) {
                                       return component.isPartial() &&
                                              isIdempotent(component.combiner);
                                     });
  return isFree ? 0 : getWritten(model, states, to, bytes);
}

Cost BoxingPrices::getBound(StateTable::Id from, StateTable::Id to) {
  StateTable &states = tensor.getStates();
  auto isWhole = [&](StateTable::Id id) {
    const Distribution &distribution = states.get(id).distribution;
    return !distribution.hasPartial() && !distribution.hasWindows();
  };
  if (from == to || tensor.getNumBytes() == 0 || model.topology ||
      (tensor.isEven(from) && tensor.isEven(to)) || !isWhole(from) ||
      !isWhole(to) || states.get(from).placement != states.get(to).placement ||
      !tensor.lacksPart(from, to))
    return 0;
  int64_t ranks = states.getPlacementOf(to).getNumRanks();
  return getLeast(to) + model.getUnits(model.perBoxing * ranks);
}

Cost BoxingPrices::add(uint32_t pattern, StateTable::Id from,
                       StateTable::Id to) {
  if (pattern >= prices.size())
    prices.resize(pattern + 1, -1);
  return prices[pattern] =
             model.getBoxing(tensor, from, to, /*isProduced=*/true);
}

Cost BoxingPrices::getUneven(StateTable::Id from, StateTable::Id to) {
  if (from >= unevenPrices.size())
    unevenPrices.resize(from + 1);
  Costs &row = unevenPrices[from];
  if (to >= row.size())
    row.resize(tensor.getStates().getNumStates(), -1);
  if (row[to] < 0)
    row[to] = model.getBoxing(tensor, from, to, /*isProduced=*/true);
  return row[to];
}

Cost CostModel::getStoring(const StateTable &states, StateTable::Id state,
                           int64_t bytes) const {
  int64_t copies =
      states.getPlacementOf(state).getNumRanks() / states.getNumPieces(state);
  return getUnits(perStoredByte * copies * bytes);
}

Cost CostModel::getCollecting(const StateTable &states, StateTable::Id state,
                              int64_t bytes) const {
  int64_t pieces = states.getNumPieces(state);
  if (pieces == 1)
    return 0;
  return getUnits(getSlowestTransfer(states.getPlacementOf(state).ranks,
                                     bytes - double(bytes) / pieces));
}

} // namespace sbp
