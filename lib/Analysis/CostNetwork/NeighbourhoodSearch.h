// NeighbourhoodSearch.h: better assignments by large neighbourhood search
#ifndef SBP_LIB_ANALYSIS_COSTNETWORK_NEIGHBOURHOODSEARCH_H
#define SBP_LIB_ANALYSIS_COSTNETWORK_NEIGHBOURHOODSEARCH_H

#include "sbp/Analysis/CostNetwork/CostNetwork.h"

namespace sbp {

/// Per variable the states that are kept, ascending: at least one for a live
/// variable; entries of other variables are not read.
using KeptStates = std::vector<llvm::SmallVector<unsigned, 0>>;

/// Returns the network restricted to the kept states. Variables keep their
/// numbers, and its states are positions in `kept`; variables that are not live
/// get one state. `pool` is the pool of `network` or extends it, and must
/// outlive the result.
CostNetwork sliceStates(const CostNetwork &network, const KeptStates &kept,
                        TablePool &pool);

/// Returns all states of the live variables.
KeptStates keepAll(const CostNetwork &network);
/// Returns the live variable that has, with its neighbours, the largest joint
/// domain. Each time that a variable was fixed before reduces its score;
/// `timesFixed` has one entry per variable, or is empty. Requires a live
/// variable.
unsigned findLargestNeighbourhood(CostNetwork &network,
                                  llvm::ArrayRef<unsigned> timesFixed);

/// Large neighbourhood search (Shaw 1998). Coordinate descent cannot leave a
/// local optimum in which an op and the views of its values must change
/// together. So a few variables are fixed, others in each try, and elimination
/// optimises the rest exactly. The result is never more expensive than the
/// start.
class NeighbourhoodSearch {
public:
  /// Elimination builds tables of up to `largestTable` entries; a variable is
  /// fixed where it would need a larger one. `network` must outlive this object
  /// and keep its variables; its costs stay unchanged.
  NeighbourhoodSearch(CostNetwork &network, double largestTable);
  /// Improves `assignment`, one state per variable, until three tries in a row
  /// have failed, or `tries` are over, or `workLimit` table entries have been
  /// visited since the creation of this object. A try ends once begun.
  void improve(std::vector<unsigned> &assignment, unsigned tries,
               double workLimit);
  /// Returns the table entries visited by all calls of `improve`.
  double getWork() const { return work; }

private:
  /// Makes one try: improves `assignment` and eliminates variables of
  /// `network`, a copy.
  void optimise(CostNetwork &network, std::vector<unsigned> &assignment);

  CostNetwork &network;
  double largestTable, work = 0;
  std::vector<unsigned> timesFixed; ///< indexed by variable
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_COSTNETWORK_NEIGHBOURHOODSEARCH_H
