// RegionCuts.h: where a run of ops becomes several regions
//
// Ops between two communications could be one region. Long ones are cut: where
// layers repeat, so that equal layers are one kernel, and where they are longer
// than code generation is quick for. A cut costs what a step writes and reads
// again there, so it stands where the fewest bytes are alive, and of equal
// places where the fewest ops that would be one loop nest are torn apart.
#ifndef SBP_ANALYSIS_SCHEDULING_REGIONCUTS_H
#define SBP_ANALYSIS_SCHEDULING_REGIONCUTS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"

namespace sbp {

/// The next value of a state, and the argument that holds the old one.
struct StateUpdate {
  mlir::Value next, old;
};

/// Regions of equal layers have at least so many ops: more than one layer, if
/// layers are small.
inline constexpr unsigned kShortestRegion = 32;
/// Regions have at most so many ops, but for what no cut may tear apart.
inline constexpr unsigned kLongestRegion = 256;

/// Positions in `ops` at which a new region begins, ascending, 0 not among
/// them. `ops` are in program order without those that are remade. Between the
/// op that makes the next value of a state and the last one that reads the old
/// value there is no cut: it would cost a copy of the state.
llvm::SmallVector<unsigned> getRegionCuts(llvm::ArrayRef<mlir::Operation *> ops,
                                          llvm::ArrayRef<StateUpdate> updates);

} // namespace sbp

#endif // SBP_ANALYSIS_SCHEDULING_REGIONCUTS_H
