// SelectionMemory.h: memory terms of a selection, per choice and point in time
#ifndef SBP_LIB_ANALYSIS_SELECTION_MEMORY_SELECTIONMEMORY_H
#define SBP_LIB_ANALYSIS_SELECTION_MEMORY_SELECTIONMEMORY_H

#include "../Graph/SelectionEdges.h"
#include "sbp/Analysis/CostNetwork/MemoryTerms.h"

namespace sbp {

/// Returns the bytes that ranks hold while ops run in program order: arguments
/// and states throughout, values from their op to their last reader, and boxed
/// copies while their readers need them. Ranks in the same placements have a
/// time axis of their own, one behind the other. `edges` must not join triples
/// and belong to `graph`; the result refers to neither and has no limit yet.
MemoryTerms buildMemoryTerms(const SelectionGraph &graph,
                             const SelectionEdges &edges);

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_MEMORY_SELECTIONMEMORY_H
