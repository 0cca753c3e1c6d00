// SelectionMemory.h: what ranks hold, by the choices of a network
#ifndef SBP_LIB_ANALYSIS_SELECTION_SELECTIONMEMORY_H
#define SBP_LIB_ANALYSIS_SELECTION_SELECTIONMEMORY_H

#include "SelectionEdges.h"
#include "sbp/Analysis/CostNetwork/MemoryRows.h"

namespace sbp {

/// Builds the memory that is held while ops run in program order: arguments and
/// states throughout, values from their op to their last reader, and boxed
/// copies for readers. `edges` are without triples.
MemoryRows buildMemoryRows(const SelectionGraph &graph,
                           const SelectionEdges &edges);

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_SELECTIONMEMORY_H
