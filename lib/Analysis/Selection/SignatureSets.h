// SignatureSets.h: the priced signatures of every kind of op
#ifndef SBP_LIB_ANALYSIS_SELECTION_SIGNATURESETS_H
#define SBP_LIB_ANALYSIS_SELECTION_SIGNATURESETS_H

#include "NeededCombiners.h"
#include "sbp/Analysis/Selection/CostModel.h"
#include "sbp/Interfaces/RuleMemo.h"
#include "llvm/ADT/StringMap.h"

namespace sbp {

/// The signatures of one op structure that may be part of an optimum, with
/// their compute cost; where memory counts, also what may be part of the
/// smallest choice, and of any between. Per signature: a state per operand that
/// matters and per result.
struct SignatureSet {
  unsigned id = 0;
  std::vector<Signature> signatures;
  std::vector<llvm::SmallVector<StateTable::Id, 4>> operands, results;
  Costs costs;
  size_t size() const { return signatures.size(); }
};

/// Enumerates once per structure (rule, types, work, placement), never per op.
class SignatureSets {
public:
  SignatureSets(StateTable &states, const CostModel &model,
                bool countsMemory = false)
      : states(states), model(model), countsMemory(countsMemory) {}

  /// The combiners that ops need; all ops must be added before the first
  /// signature is requested.
  NeededCombiners &getCombiners() { return combiners; }

  /// Distributions of this placement apply their axes in `order` somewhere:
  /// ops may do so too.
  void allowOrder(unsigned placement, llvm::ArrayRef<int64_t> order);
  llvm::ArrayRef<llvm::SmallVector<int64_t, 4>> getOrders(unsigned placement) {
    return orders[placement];
  }

  /// Pairs of signatures that were compared, each as dear as some table
  /// entries.
  double getWorkDone() const { return work; }

  /// `op` has more than can be chosen among.
  bool hasTooMany(mlir::Operation *op, unsigned placement);
  /// Reports that an op has too many signatures.
  llvm::LogicalResult refuse(mlir::Operation *op, unsigned placement);

  /// `matters[i]`: operand i is a tensor that is not made by a source.
  /// `mayBeGiven[i]`: it may be a partial sum where it is made.
  const SignatureSet &get(mlir::Operation *op, unsigned placement,
                          llvm::ArrayRef<bool> matters,
                          llvm::ArrayRef<bool> mayBeGiven);

private:
  struct Structure;
  double count(mlir::Operation *op, unsigned placement);
  SignatureSet enumerate(const Structure &structure);
  void enumerateInOrders(const Structure &structure,
                         std::vector<Signature> &signatures);
  double getBytes(const Structure &structure, const Signature &signature);
  std::vector<std::vector<double>> getHeld(const SignatureSet &set,
                                           const Structure &structure);
  void dropEqual(SignatureSet &set, const Structure &structure);
  void dropDominated(SignatureSet &set, const Structure &structure);

  StateTable &states;
  const CostModel &model;
  bool countsMemory;
  NeededCombiners combiners;
  double work = 0;
  std::map<unsigned, std::vector<llvm::SmallVector<int64_t, 4>>> orders;
  llvm::StringMap<std::unique_ptr<SignatureSet>> byStructure;
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_SIGNATURESETS_H
