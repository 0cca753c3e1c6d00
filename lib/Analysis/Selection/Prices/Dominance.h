// Dominance.h: signatures of a set that cannot be part of an optimum
#ifndef SBP_LIB_ANALYSIS_SELECTION_PRICES_DOMINANCE_H
#define SBP_LIB_ANALYSIS_SELECTION_PRICES_DOMINANCE_H

#include "SignatureSets.h"
#include "sbp/Analysis/Selection/Prices/BoxingPrices.h"

namespace sbp {

/// The costs of boxing one operand or result between the states of two
/// signatures, computed only where the other costs are small. All states are
/// on one placement.
class LocalCosts {
public:
  /// `perSignature` has the state of the tensor, of type `type`, under every
  /// signature. `states` and `model`, which has no topology, must outlive this
  /// object.
  LocalCosts(StateTable &states, const CostModel &model,
             llvm::ArrayRef<StateTable::Id> perSignature, mlir::Type type);
  Cost get(size_t from, size_t to) {
    return prices.get(static_cast<StateTable::Id>(states[from]),
                      static_cast<StateTable::Id>(states[to]));
  }
  /// Adds to `sums[t]` a lower bound on `get(s, t)`, or on `get(t, s)` with
  /// `isBack`, for all signatures t. It needs no price: every rank writes its
  /// piece, and each copy beyond those that were there moves.
  void addLeast(size_t s, bool isBack, Costs &sums) const;

private:
  BoxingPrices prices;
  /// Numbers of states; as doubles, so that loops over them vectorise.
  Costs states;
  Costs least; ///< what every rank writes
  /// Copies of the tensor that ranks hold, as a source and as a destination of
  /// a boxing; infinite and none where terms or windows are held.
  Costs copiesBefore, copiesAfter;
  Cost perCopy = 0, perMove = 0; ///< of the bytes of a copy, and per boxing
};

/// Compares signatures by what it costs to box from one to the other and back.
class Dominance {
public:
  /// `set` must outlive this object.
  explicit Dominance(const SignatureSet &set) : set(set) {}
  void addOperand(LocalCosts costs) { operands.push_back(std::move(costs)); }
  void addResult(LocalCosts costs) { results.push_back(std::move(costs)); }
  /// Adds the bytes that every signature holds of one value: a dominating
  /// signature never holds more.
  void addBytes(std::vector<double> held) { bytes.push_back(std::move(held)); }
  /// Returns one flag per signature: true where a signature that is not flagged
  /// costs no more with its boxings, so that of two equal ones one stays.
  std::vector<bool> find();

private:
  /// Sets `bounds[t]` to a lower bound on the cost of boxing the operands of
  /// `s`, running `t` and boxing back, for all signatures t.
  void findBounds(size_t s, Costs &bounds) const;
  /// Returns true if boxing the operands of `s`, running `t` and boxing back
  /// costs no more than running `s`.
  bool isNoBetter(size_t s, size_t t);

  const SignatureSet &set;
  llvm::SmallVector<LocalCosts, 0> operands, results;
  std::vector<std::vector<double>> bytes;
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_PRICES_DOMINANCE_H
