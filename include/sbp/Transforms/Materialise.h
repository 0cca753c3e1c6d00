// Materialise.h: writes a decision into the IR
#ifndef SBP_TRANSFORMS_MATERIALISE_H
#define SBP_TRANSFORMS_MATERIALISE_H

#include "sbp/Analysis/Selection/Solution/Decision.h"

namespace sbp {

/// Writes `decision` into `function`: signatures, distributions of arguments
/// and results, boxings. Removes the constrains and the placements of ops.
/// `decision` covers all ops of the function, in which forms are taken already
/// (takeAlternatives); its references to constrains are invalid afterwards.
void materialise(mlir::func::FuncOp function, const Decision &decision);

} // namespace sbp

#endif // SBP_TRANSFORMS_MATERIALISE_H
