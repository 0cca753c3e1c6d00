// FindProductKeys.h: retrieval by product keys among other ops
#ifndef SBP_LIB_TARGET_CUDA_GENERATORS_FINDPRODUCTKEYS_H
#define SBP_LIB_TARGET_CUDA_GENERATORS_FINDPRODUCTKEYS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Target/CUDA/IR/CUDADialect.h"

namespace sbp::cuda {

/// Rewrites each retrieval by product keys of the region as one op, if
/// `isSupported` returns true for it.
void findProductKeys(mlir::func::FuncOp region,
                     llvm::function_ref<bool(ProductKeysOp)> isSupported);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_GENERATORS_FINDPRODUCTKEYS_H
