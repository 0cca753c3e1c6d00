// FindProductKeys.h: retrieval by product keys among other ops
#ifndef SBP_LIB_TARGET_CUDA_GENERATORS_FINDPRODUCTKEYS_H
#define SBP_LIB_TARGET_CUDA_GENERATORS_FINDPRODUCTKEYS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Target/CUDA/IR/CUDADialect.h"

namespace sbp::cuda {

/// Rewrites each retrieval by product keys in the region's block as one op with
/// the mark kWholeAttr, if `isSupported` returns true for that op, which is
/// complete then. Retrievals that are not supported stay as they are.
void findProductKeys(mlir::func::FuncOp region,
                     llvm::function_ref<bool(ProductKeysOp)> isSupported);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_GENERATORS_FINDPRODUCTKEYS_H
