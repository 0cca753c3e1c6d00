// HeldChoices.h: a selection in which distributions are given
#ifndef SBP_LIB_ANALYSIS_SELECTION_SOLUTION_HELDCHOICES_H
#define SBP_LIB_ANALYSIS_SELECTION_SOLUTION_HELDCHOICES_H

#include "../Graph/SelectionGraph.h"
#include "sbp/Analysis/Selection/Solution/Decision.h"

namespace sbp {

/// Adds costs to `network`, that of `graph` with or without edges, which forbid
/// all signatures and storages of `held` ops and arguments but the given ones.
/// Ops that make a value again have the signature of its original. Ops and
/// arguments without an entry, or whose entry is no choice here, stay free.
void addHeldChoices(const SelectionGraph &graph, const Decision &held,
                    CostNetwork &network);

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_SOLUTION_HELDCHOICES_H
