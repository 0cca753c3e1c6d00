// UnitLoops.h: removes loops of one iteration
#ifndef SBP_LIB_TARGET_CUDA_UNITLOOPS_H
#define SBP_LIB_TARGET_CUDA_UNITLOOPS_H

#include "mlir/IR/BuiltinOps.h"

namespace sbp::cuda {

/// Removes loops of one iteration from generics, and dims of extent 1 from
/// their tensors: a reshape between two ops would keep them from being one
/// kernel. Contractions keep their marks and their reduction loops. Loops that
/// an index adds to others stay. Never fails.
mlir::LogicalResult foldUnitLoops(mlir::ModuleOp module);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_UNITLOOPS_H
