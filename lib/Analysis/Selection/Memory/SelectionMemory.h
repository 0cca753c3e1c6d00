// SelectionMemory.h: memory terms of a selection, per choice and point in time
#ifndef SBP_LIB_ANALYSIS_SELECTION_MEMORY_SELECTIONMEMORY_H
#define SBP_LIB_ANALYSIS_SELECTION_MEMORY_SELECTIONMEMORY_H

#include "../Graph/SelectionEdges.h"
#include "sbp/Analysis/CostNetwork/MemoryTerms.h"

namespace sbp {

/// Returns the bytes that ranks hold while ops run in program order: states
/// throughout, other arguments and constants while their entry runs, values
/// from their op, or the beginning of its region, to their last reader, and
/// boxed copies while readers need them. Ranks in the same placements have a
/// time axis of their own, one after the other. `edges` must not join triples
/// and belong to `graph`; the result refers to neither and has no limit yet.
MemoryTerms buildMemoryTerms(const SelectionGraph &graph,
                             const SelectionEdges &edges);

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_MEMORY_SELECTIONMEMORY_H
