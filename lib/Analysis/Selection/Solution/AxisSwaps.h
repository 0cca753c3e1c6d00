// AxisSwaps.h: equal axes as permutations of the states of a selection
#ifndef SBP_LIB_ANALYSIS_SELECTION_SOLUTION_AXISSWAPS_H
#define SBP_LIB_ANALYSIS_SELECTION_SOLUTION_AXISSWAPS_H

#include "../Graph/SelectionEdges.h"
#include "sbp/Analysis/CostNetwork/Solver.h"

namespace sbp {

/// Returns the permutations of the network of `edges` that swap two equal axes
/// of a placement, one for each two that follow each other: these generate all
/// others. A swap for which some variable lacks the image of a state is left
/// out. Costs may change where annotations or links tell the axes apart: the
/// solver checks that. Interns the images of states.
std::vector<StatePermutation> findAxisSwaps(const SelectionGraph &graph,
                                            const SelectionEdges &edges);

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_SOLUTION_AXISSWAPS_H
