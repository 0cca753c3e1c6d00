//===- Reference.h - the one-rank program a result is compared with -------===//
#ifndef SBP_TOOLS_SBP_COMPILE_REFERENCE_H
#define SBP_TOOLS_SBP_COMPILE_REFERENCE_H

#include "Boundaries.h"

namespace sbp {

/// Without placements and annotations, a model of one rank.
void removeDistributions(mlir::ModuleOp module);

/// A copy of a normalised model without placements and annotations, that also
/// returns `boundaries`: it compiles for one rank. With `inF64` every float is
/// f64.
mlir::OwningOpRef<mlir::ModuleOp>
makeReference(mlir::ModuleOp model, const Boundaries &boundaries, bool inF64);

} // namespace sbp

#endif // SBP_TOOLS_SBP_COMPILE_REFERENCE_H
