//===- Overlap.h - whether boxes share elements ---------------------------===//
#ifndef SBP_CALCULUS_OVERLAP_H
#define SBP_CALCULUS_OVERLAP_H

#include "sbp/Calculus/Distribution.h"

namespace sbp {

/// The numbers of two boxes that share elements, if any do. Near-linear where
/// the boxes are cells of one grid, as the pieces of a distribution are.
std::optional<std::pair<size_t, size_t>> findOverlap(llvm::ArrayRef<Box> boxes);

} // namespace sbp

#endif // SBP_CALCULUS_OVERLAP_H
