// Dominance.cpp: compares signatures in pairs
//
// Of thousands of signatures millions of pairs are compared. A loop over all
// others, which vectorises, bounds what boxing to each costs at least; mostly
// that exceeds the difference already, and nothing is priced. Example: a result
// that one signature cuts over 64 ranks and another copies: 63 copies move.

#include "Dominance.h"
#include "sbp/Analysis/CostNetwork/WidestVectors.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;
using namespace mlir;

namespace sbp {

LocalCosts::LocalCosts(StateTable &states, const CostModel &model,
                       ArrayRef<StateTable::Id> perSignature, Type type)
    : prices(model, states, getSize(cast<RankedTensorType>(type))),
      states(perSignature.begin(), perSignature.end()) {
  double bytes = static_cast<double>(prices.getTensor().getNumBytes());
  perCopy = std::ldexp(bytes, model.unitShift);
  for (StateTable::Id state : perSignature) {
    const Distribution &distribution = states.get(state).distribution;
    double ranks = states.getPlacementOf(state).getNumRanks();
    bool isWhole = !distribution.hasPartial() && !distribution.hasWindows();
    double copies = ranks / states.getNumPieces(state);
    least.push_back(prices.getLeast(state));
    copiesBefore.push_back(isWhole ? copies : kInfiniteCost);
    copiesAfter.push_back(isWhole ? copies : 0);
    perMove = bytes > 0 ? model.getUnits(model.perBoxing * ranks) : 0;
  }
}

/// sums[i] += ids[i] == own ? 0 : written[i] + the cost of more[i] = gained[i]
/// + sign * copies[i] copies, where these are more than none.
SBP_WIDEST static void
addBounds(double *__restrict sums, const double *__restrict ids, double own,
          const double *__restrict written, double writtenByAll,
          const double *__restrict copies, double gained, double sign,
          double perCopy, double perMove, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    double more = gained + sign * copies[i];
    double moved = more > 0 ? more * perCopy + perMove : 0.0;
    double bound = (written ? written[i] : writtenByAll) + moved;
    sums[i] += ids[i] == own ? 0.0 : bound;
  }
}

void LocalCosts::addLeast(size_t s, bool isBack, Costs &sums) const {
  if (isBack)
    addBounds(sums.data(), states.data(), states[s], nullptr, least[s],
              copiesBefore.data(), copiesAfter[s], /*sign=*/-1, perCopy,
              perMove, sums.size());
  else
    addBounds(sums.data(), states.data(), states[s], least.data(), 0,
              copiesAfter.data(), -copiesBefore[s], /*sign=*/1, perCopy,
              perMove, sums.size());
}

void Dominance::findBounds(size_t s, Costs &bounds) const {
  bounds = set.costs;
  for (const LocalCosts &result : results)
    result.addLeast(s, /*isBack=*/true, bounds);
  for (const LocalCosts &operand : operands)
    operand.addLeast(s, /*isBack=*/false, bounds);
}

bool Dominance::isNoBetter(size_t s, size_t t) {
  Cost room = set.costs[s] - set.costs[t];
  if (room < 0 ||
      any_of(
          bytes,
          [&](const std::vector<double> &held) { return held[t] > held[s]; }))
    return false;
  Cost paid = 0;
  for (LocalCosts &result : results)
    if ((paid += result.get(t, s)) > room)
      return false;
  for (LocalCosts &operand : operands)
    if ((paid += operand.get(s, t)) > room)
      return false;
  return true;
}

std::vector<bool> Dominance::find() {
  std::vector<bool> dead(set.size(), false);
  Costs bounds;
  for (size_t s = 0; s < set.size(); ++s) {
    findBounds(s, bounds);
    for (size_t t = 0; t < set.size() && !dead[s]; ++t)
      dead[s] =
          bounds[t] <= set.costs[s] && s != t && !dead[t] && isNoBetter(s, t);
  }
  return dead;
}

} // namespace sbp
