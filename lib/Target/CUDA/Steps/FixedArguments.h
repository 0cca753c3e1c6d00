// FixedArguments.h: arguments of a region that no step writes
#ifndef SBP_LIB_TARGET_CUDA_FIXEDARGUMENTS_H
#define SBP_LIB_TARGET_CUDA_FIXEDARGUMENTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <string>

namespace sbp::cuda {

/// Copies kFixedAttr from a region to its imported copy, which has the same
/// arguments and may be in another context.
void copyFixedArguments(mlir::func::FuncOp from, mlir::func::FuncOp to);

/// Returns region::hashRegion, and where arguments have kFixedAttr a hash of
/// the same form that includes their numbers.
std::string hashRegion(mlir::func::FuncOp region);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_FIXEDARGUMENTS_H
