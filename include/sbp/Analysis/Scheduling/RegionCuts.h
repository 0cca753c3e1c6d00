// RegionCuts.h: partition of ops between communications into regions
//
// All ops between two communications could form one region. Long sequences are
// cut where layers repeat, so that equal layers share a kernel, and where they
// exceed what code generation handles quickly. A cut costs the bytes that are
// stored before it and read again after it, so it goes where the fewest bytes
// are live; among equals, where it separates the fewest fusible ops.
#ifndef SBP_ANALYSIS_SCHEDULING_REGIONCUTS_H
#define SBP_ANALYSIS_SCHEDULING_REGIONCUTS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"

namespace sbp {

/// An update of a state: its next value, and the argument with the old value.
/// Neither is null.
struct StateUpdate {
  mlir::Value next, old;
};

/// Least number of ops in a region of equal layers; a region holds several
/// layers if they are small.
inline constexpr unsigned kShortestRegion = 32;
/// Largest number of ops in a region, unless cuts are forbidden in it.
inline constexpr unsigned kLongestRegion = 256;

/// Returns the positions in `ops` at which a new region begins, ascending,
/// without 0. `ops` are in program order, without rematerialised ops. There is
/// no cut between the op that computes the next value of a state and the last
/// reader of the old value: it would cost a copy of the state. Empty where all
/// ops form one region.
llvm::SmallVector<unsigned> getRegionCuts(llvm::ArrayRef<mlir::Operation *> ops,
                                          llvm::ArrayRef<StateUpdate> updates);

} // namespace sbp

#endif // SBP_ANALYSIS_SCHEDULING_REGIONCUTS_H
