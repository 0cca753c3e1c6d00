// SignatureSets.h: the priced signatures of each op structure
#ifndef SBP_LIB_ANALYSIS_SELECTION_PRICES_SIGNATURESETS_H
#define SBP_LIB_ANALYSIS_SELECTION_PRICES_SIGNATURESETS_H

#include "NeededCombiners.h"
#include "sbp/Analysis/Selection/Prices/CostModel.h"
#include "sbp/Interfaces/RuleMemo.h"
#include "llvm/ADT/StringMap.h"

namespace sbp {

/// The signatures of one op structure that may be part of an optimum, with
/// their compute costs. Where memory counts, it also has those that may be part
/// of the choice that holds least, and of any choice between. `operands` and
/// `results` have one state per signature and value.
struct SignatureSet {
  unsigned id = 0; ///< index in the order of creation, from 0
  std::vector<Signature> signatures;
  std::vector<llvm::SmallVector<StateTable::Id, 4>> operands, results;
  Costs costs; ///< of one execution, one per signature
  /// Returns the number of signatures.
  size_t size() const { return signatures.size(); }
};

/// Enumerates once per structure (rule, types, work, placement), never per op.
/// A `placement` is an index in `states`. Not thread-safe.
class SignatureSets {
public:
  /// `states` and `model` must outlive this object. `countsMemory` keeps the
  /// signatures that hold less memory than cheaper ones.
  SignatureSets(StateTable &states, const CostModel &model,
                bool countsMemory = false)
      : states(states), model(model), countsMemory(countsMemory) {}

  /// Returns the combiners that ops need; all ops must be added before the
  /// first signature is requested.
  NeededCombiners &getCombiners() { return combiners; }

  /// Allows ops on `placement` to apply its axes in `order`, a permutation, in
  /// addition to the default order. Repeated calls with one order have no
  /// effect, nor has an order on sets that were requested before.
  void allowOrder(unsigned placement, llvm::ArrayRef<int64_t> order);
  /// Returns the orders of axes that were allowed in addition to the default
  /// one. They stay valid until the next allowOrder.
  llvm::ArrayRef<llvm::SmallVector<int64_t, 4>> getOrders(unsigned placement) {
    return orders[placement];
  }

  /// Returns the work of comparing signatures so far, in visited table entries.
  double getWorkDone() const { return work; }

  /// Returns true if `op` may have more signatures than selection can search;
  /// false on a placement with at most four axes of more than one rank.
  bool hasTooMany(mlir::Operation *op, unsigned placement);
  /// Reports an error at an op with too many signatures and returns failure.
  llvm::LogicalResult refuse(mlir::Operation *op, unsigned placement);

  /// Returns the signatures of `op`, which has a rule; this object owns them.
  /// `matters[i]` is true if operand i is a tensor that no source makes,
  /// `mayBePartial[i]` if its producer may leave it as a partial sum.
  const SignatureSet &get(mlir::Operation *op, unsigned placement,
                          llvm::ArrayRef<bool> matters,
                          llvm::ArrayRef<bool> mayBePartial);

private:
  struct Structure;
  /// Returns an upper bound of the number of signatures of `op`; 1, whatever
  /// the number, over at most four axes of more than one rank.
  double count(mlir::Operation *op, unsigned placement);
  /// Returns the signatures of a structure in all allowed orders of axes, with
  /// states and costs, less those that the drop functions remove.
  SignatureSet enumerate(const Structure &structure);
  /// Appends the signatures of the further orders of axes to `signatures`.
  void enumerateInOrders(const Structure &structure,
                         std::vector<Signature> &signatures);
  /// Returns the bytes that an op holds besides the values its neighbours see,
  /// on the rank that needs most: scratch, and operands that sources make.
  double getBytes(const Structure &structure, const Signature &signature);
  /// Returns lists with one entry per signature of `set`, in bytes of the rank
  /// that holds most: first getBytes, then one list for each operand that
  /// matters and for each result.
  std::vector<std::vector<double>> getHeld(const SignatureSet &set,
                                           const Structure &structure);
  /// Removes each signature with the same states that matter as another one
  /// that costs no more and, where memory counts, holds no more.
  void dropEqual(SignatureSet &set, const Structure &structure);
  /// Removes each signature that another one can replace at no more cost,
  /// boxing between their states included, and, where memory counts, without
  /// holding more of any value.
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

#endif // SBP_LIB_ANALYSIS_SELECTION_PRICES_SIGNATURESETS_H
