// Materialise.h: a decision becomes level 1
#ifndef SBP_TRANSFORMS_MATERIALISE_H
#define SBP_TRANSFORMS_MATERIALISE_H

#include "sbp/Analysis/Selection/Decision.h"

namespace sbp {

/// Writes `decision` into the IR: signatures, distributions of arguments and
/// results, boxings; removes `sbp.constrain` and `sbp.placement`.
void materialise(mlir::func::FuncOp function, const Decision &decision);

} // namespace sbp

#endif // SBP_TRANSFORMS_MATERIALISE_H
