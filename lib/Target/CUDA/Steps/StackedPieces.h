// StackedPieces.h: elementwise ops that read concats of equal pieces
#ifndef SBP_LIB_TARGET_CUDA_STACKEDPIECES_H
#define SBP_LIB_TARGET_CUDA_STACKEDPIECES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sbp::cuda {

/// Lets elementwise generics read the pieces of a concat (by now a chain of
/// insertions) instead of its result, if its pieces have one size, lie side by
/// side in rows, and nothing else reads it. Such generics, and those whose
/// results are pieces, also read through slices and transposes that keep rows
/// contiguous. Results keep their bits. Must follow region::normalizeRegion and
/// precede the marking of contractions; never fails.
mlir::LogicalResult readPieces(mlir::func::FuncOp region);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_STACKEDPIECES_H
