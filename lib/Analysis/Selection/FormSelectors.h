// FormSelectors.h: which form of an op runs
#ifndef SBP_LIB_ANALYSIS_SELECTION_FORMSELECTORS_H
#define SBP_LIB_ANALYSIS_SELECTION_FORMSELECTORS_H

#include "SelectionGraph.h"

namespace sbp {

/// A variable per choice of the alternatives: all ops of the form that it
/// selects run, those of the other forms are off, and an end that is off boxes
/// nothing.
///
/// Where users split a dimension that the op itself must have whole and another
/// form can split, that form runs on the pieces: a tensor that users
/// distributed is not gathered for want of a decomposition, however small it
/// is.
llvm::SmallVector<unsigned> addSelectors(const SelectionGraph &graph,
                                         CostNetwork &network);

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_FORMSELECTORS_H
