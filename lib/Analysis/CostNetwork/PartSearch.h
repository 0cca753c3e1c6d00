// PartSearch.h: better assignments, all variables but a few decided anew
#ifndef SBP_LIB_ANALYSIS_COSTNETWORK_PARTSEARCH_H
#define SBP_LIB_ANALYSIS_COSTNETWORK_PARTSEARCH_H

#include "sbp/Analysis/CostNetwork/CostNetwork.h"

namespace sbp {

/// Per live variable the states that are kept, ascending.
using KeptStates = std::vector<llvm::SmallVector<unsigned, 0>>;

/// The network of the states that are kept. Variables keep their numbers; the
/// ones that are not live get one state. `pool`: that of `network`, or one that
/// stands on it.
CostNetwork sliceStates(const CostNetwork &network, const KeptStates &kept,
                        TablePool &pool);

/// All states of the live variables.
KeptStates keepAll(const CostNetwork &network);
/// The live variable beside which most is open: it and its neighbours have the
/// most states together. One that was held before counts for less; `timesHeld`
/// by variable, or empty.
unsigned findMostOpen(CostNetwork &network, llvm::ArrayRef<unsigned> timesHeld);

/// What tables make impossible for one variable alone, coordinate descent does
/// not leave: an op and the views of its values change together or not at all.
/// So a few variables stay as they are, others each time, and elimination
/// decides the rest exactly. No result is dearer than what was given.
class PartSearch {
public:
  /// `largestTable`: what elimination may build; a variable is held where it
  /// would build more.
  PartSearch(CostNetwork &network, double largestTable);
  /// Tries until nothing gets better any more, or `tries` are over, or they
  /// have taken `mostWork`.
  void improve(std::vector<unsigned> &assignment, unsigned tries,
               double mostWork);
  double getWork() const { return work; }

private:
  void decide(CostNetwork &network, std::vector<unsigned> &assignment);

  CostNetwork &network;
  double largestTable, work = 0;
  std::vector<unsigned> timesHeld; ///< by variable
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_COSTNETWORK_PARTSEARCH_H
