// SavedValues.h: the fewest bytes that backward needs of forward
//
// A value that forward computes and backward reads is kept until then, or
// computed again from other values that are kept. Which values to keep is a
// minimum cut (as in AOTAutograd's partitioner): a value that cannot be made
// again comes from the source, a value that backward reads goes to the sink,
// keeping a value costs its bytes and making it again what that is worth.
// Depends on no IR.
#ifndef SBP_ANALYSIS_RECOMPUTATION_SAVEDVALUES_H
#define SBP_ANALYSIS_RECOMPUTATION_SAVEDVALUES_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <vector>

namespace sbp {

/// The values that exist before backward, and what they are made of.
struct SavingGraph {
  struct Value {
    int64_t bytes = 0;          ///< what keeping it costs, at least 0
    bool canBeRepeated = false; ///< it can be made again from `operands`
    int64_t repeatCost = 0;     ///< what that costs, in the unit of `bytes`
    bool isRead = false;        ///< backward reads it
    /// The values that it is made of, by number; they come before it.
    llvm::SmallVector<unsigned, 4> operands;
  };
  std::vector<Value> values;
};

/// The fate of each value; values that are in neither list are not needed
/// by backward.
struct SavedValues {
  std::vector<bool> kept;     ///< held until backward has read it
  std::vector<bool> repeated; ///< made again in backward
  int64_t bytes = 0;          ///< of the values that are kept
  /// The least cost of any choice: the flow. Equal to `bytes` where making
  /// values again costs nothing.
  int64_t bound = 0;
};

/// Returns the choice that costs the least, in bytes that are kept and values
/// that are made again, and, of these, makes the fewest values again. Every
/// value that backward reads, or that a repeated value is made of, is kept or
/// repeated.
SavedValues chooseSavedValues(const SavingGraph &graph);

} // namespace sbp

#endif // SBP_ANALYSIS_RECOMPUTATION_SAVEDVALUES_H
