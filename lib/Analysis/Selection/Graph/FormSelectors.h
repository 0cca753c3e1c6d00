// FormSelectors.h: variables that select one form of each alternative
#ifndef SBP_LIB_ANALYSIS_SELECTION_GRAPH_FORMSELECTORS_H
#define SBP_LIB_ANALYSIS_SELECTION_GRAPH_FORMSELECTORS_H

#include "SelectionGraph.h"

namespace sbp {

/// Adds one variable per choice of the alternatives to `network`, which is the
/// network of `graph` with the nodes of all ops, and returns these variables in
/// the order of the choices; state i is form i. Ops of the selected form are
/// active; ops of the other forms are in `kInactiveState`, whose edges cost 0.
///
/// If users split a dimension that the op itself (form 0) requires whole, hard
/// constraints exclude the op and keep the split in its other forms, provided
/// that all of these can keep it: a tensor that users distributed is then never
/// gathered for lack of a decomposition, however small.
llvm::SmallVector<unsigned> addSelectors(const SelectionGraph &graph,
                                         CostNetwork &network);

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_GRAPH_FORMSELECTORS_H
