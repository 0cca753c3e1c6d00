// NeighbourhoodSearch.h: better assignments by large neighbourhood search
#ifndef SBP_LIB_ANALYSIS_COSTNETWORK_NEIGHBOURHOODSEARCH_H
#define SBP_LIB_ANALYSIS_COSTNETWORK_NEIGHBOURHOODSEARCH_H

#include "sbp/Analysis/CostNetwork/CostNetwork.h"

namespace sbp {

/// Per live variable the states that are kept, ascending.
using KeptStates = std::vector<llvm::SmallVector<unsigned, 0>>;

/// Returns the network restricted to the kept states. Variables keep their
/// numbers; variables that are not live get one state. `pool` is the pool of
/// `network` or extends it.
CostNetwork sliceStates(const CostNetwork &network, const KeptStates &kept,
                        TablePool &pool);

/// Returns all states of the live variables.
KeptStates keepAll(const CostNetwork &network);
/// Returns the live variable that has, with its neighbours, the largest joint
/// domain. Each time that a variable was fixed before reduces its score;
/// `timesFixed` has one entry per variable, or is empty.
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
  /// fixed where it would need a larger one.
  NeighbourhoodSearch(CostNetwork &network, double largestTable);
  /// Improves `assignment` until nothing gets better, or `tries` are over, or
  /// `workLimit` entries have been visited.
  void improve(std::vector<unsigned> &assignment, unsigned tries,
               double workLimit);
  double getWork() const { return work; }

private:
  void optimise(CostNetwork &network, std::vector<unsigned> &assignment);

  CostNetwork &network;
  double largestTable, work = 0;
  std::vector<unsigned> timesFixed; ///< indexed by variable
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_COSTNETWORK_NEIGHBOURHOODSEARCH_H
