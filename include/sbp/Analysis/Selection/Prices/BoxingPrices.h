// BoxingPrices.h: the memoised prices of all boxings of one tensor
#ifndef SBP_ANALYSIS_SELECTION_PRICES_BOXINGPRICES_H
#define SBP_ANALYSIS_SELECTION_PRICES_BOXINGPRICES_H

#include "sbp/Analysis/Selection/Prices/CostModel.h"

namespace sbp {

/// Memoised prices of the boxings of one tensor: one per pattern for states
/// that cut it evenly, else one per pair of states. Not thread-safe.
class BoxingPrices {
public:
  /// `model` and `states` must outlive this object, and the prices of `model`
  /// must not change.
  BoxingPrices(const CostModel &model, StateTable &states, TensorSize size)
      : model(model), tensor(states, std::move(size)) {}
  BoxedTensor &getTensor() { return tensor; }
  /// Returns CostModel::getBoxing, in cost units. With `areEven` the caller
  /// guarantees that both states cut the tensor evenly, which saves the check.
  Cost get(StateTable::Id from, StateTable::Id to, bool isProduced = false,
           bool areEven = false) {
    StateTable &states = tensor.getStates();
    if (from == to || tensor.getNumBytes() == 0)
      return 0;
    if (states.isRefused(from, to, isProduced))
      return kInfiniteCost;
    if (model.topology) // axes do not change places
      return model.getBoxing(tensor, from, to, isProduced);
    if (!areEven && (!tensor.isEven(from) || !tensor.isEven(to)))
      return getUneven(from, to);
    uint32_t pattern = states.getPattern(from, to);
    if (pattern < prices.size() && prices[pattern] >= 0)
      return prices[pattern];
    return add(pattern, from, to);
  }
  /// Returns a lower bound, in cost units and at least 0, on the cost of a
  /// boxing from any other state to `to`.
  Cost getLeast(StateTable::Id to) const;

  /// Returns a lower bound, in cost units and at least 0, on the cost of boxing
  /// between two states of one placement. It takes less time than the price
  /// where that counts elements: a rank that lacks a part receives something.
  Cost getBound(StateTable::Id from, StateTable::Id to);

private:
  /// Prices a pair of even states and stores the price for `pattern`.
  Cost add(uint32_t pattern, StateTable::Id from, StateTable::Id to);
  /// Returns the price of a pair of which an end is uneven or has windows.
  Cost getUneven(StateTable::Id from, StateTable::Id to);

  const CostModel &model;
  BoxedTensor tensor;
  Costs prices; ///< by pattern; below 0: not asked for yet
  /// Indexed by `from` and `to`; below 0: not asked for yet.
  std::vector<Costs> unevenPrices;
};

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_PRICES_BOXINGPRICES_H
