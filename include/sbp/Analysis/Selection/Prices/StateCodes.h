// StateCodes.h: distributions as a few bits per axis
#ifndef SBP_ANALYSIS_SELECTION_PRICES_STATECODES_H
#define SBP_ANALYSIS_SELECTION_PRICES_STATECODES_H

#include "sbp/Analysis/Selection/Prices/PatternMap.h"
#include "sbp/Calculus/Distribution.h"
#include "llvm/ADT/SmallVector.h"

namespace sbp {

/// Codes of the components of a distribution, one per axis; empty where these
/// do not determine it (other orders, windows, many dimensions).
using StateCodes = llvm::SmallVector<uint8_t, 8>;

/// Returns the codes of a distribution on `placement`.
StateCodes encode(const Placement &placement, const Distribution &distribution);
/// Returns a key for two distributions on one placement that does not depend on
/// the names of dimensions. Neither may be empty.
PatternMap::Key getKey(const StateCodes &from, const StateCodes &to);

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_PRICES_STATECODES_H
