// ReweightedTable.h: a cost table with costs shifted to and from its variables
#ifndef SBP_LIB_ANALYSIS_COSTNETWORK_REWEIGHTEDTABLE_H
#define SBP_LIB_ANALYSIS_COSTNETWORK_REWEIGHTEDTABLE_H

#include "sbp/Analysis/CostNetwork/CostNetwork.h"

namespace sbp {

/// The table of one term of a network, with the costs that were shifted between
/// it and the unary costs of its variables. Equal tables share their entries,
/// so shifts are added when entries are read. The network must outlive it.
/// Arguments named `variable` are variables of the term.
class ReweightedTable {
public:
  using Vector = std::vector<double>;

  /// `term` is the number of a term. `shifts` has one vector per variable of
  /// the term, with one cost per state.
  ReweightedTable(const CostNetwork &network, unsigned term,
                  llvm::SmallVector<Vector, 3> shifts)
      : network(&network), term(term),
        entries(&network.getPool().get(network.getTerms()[term].table).entries),
        shifts(std::move(shifts)) {}

  unsigned getTerm() const { return term; }
  /// Returns the variables in the order of the shape, a view that is valid
  /// until the network gets a further term.
  llvm::ArrayRef<unsigned> getVariables() const {
    return network->getTerms()[term].variables;
  }
  /// Returns one vector per variable, in the order of getVariables(). The view
  /// shows later shifts too.
  llvm::ArrayRef<Vector> getShifts() const { return shifts; }

  /// Returns the least shifted entry for each state of `variable`; infinite for
  /// a state that every entry forbids.
  Vector getMarginal(unsigned variable) const;
  /// Returns the least shifted entry of the table, infinite if all are.
  double getLeast() const;
  /// Adds `by`, one cost per state of `variable`, to the shifts.
  void shift(unsigned variable, llvm::ArrayRef<double> by);
  /// Adds to `costs` the marginal of `variable` with all labelled variables
  /// kept in their states. `labels` has one state per variable of the network,
  /// -1 where it is open: the marginal is the minimum over open variables.
  /// `costs` has one entry per state of `variable`.
  void addConditional(unsigned variable, llvm::ArrayRef<int> labels,
                      Vector &costs) const;

private:
  /// Returns the numbers of row-major entries before and after `variable`.
  std::pair<size_t, size_t> getStrides(unsigned variable) const;
  /// Returns the index of `variable` in getVariables().
  unsigned getPosition(unsigned variable) const;
  /// Returns the sums of the shifts of all variables but the one at `position`,
  /// in row-major order. The result views `storage` or the table.
  llvm::ArrayRef<double> getOtherShifts(unsigned position,
                                        Vector &storage) const;

  const CostNetwork *network;
  unsigned term;
  const Costs *entries;
  llvm::SmallVector<Vector, 3> shifts; ///< per variable, one cost per state
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_COSTNETWORK_REWEIGHTEDTABLE_H
