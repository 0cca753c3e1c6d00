// Pipeline.h: the host target's pass pipelines
#ifndef SBP_LIB_TARGET_HOST_PIPELINE_H
#define SBP_LIB_TARGET_HOST_PIPELINE_H

#include "Steps.h"

namespace sbp::host {

/// Properties of a compiled region, beside its code.
struct RegionResult {
  int64_t scratchBytes = 0;
  int64_t flops = 0;
};

/// Compiles a module with one region on tensors to that function on buffers and
/// private functions of its nests. `Direct` fails, possibly without a
/// diagnostic, if an in-place pair needs a copy.
mlir::LogicalResult compileRegion(mlir::ModuleOp module, BoundaryMode mode,
                                  llvm::raw_ostream *printGemm,
                                  RegionResult &result);

/// Lowers all regions and nests to the LLVM dialect and adds the entry points.
mlir::LogicalResult lowerToLLVM(mlir::ModuleOp module,
                                llvm::ArrayRef<Entry> entries);

} // namespace sbp::host

#endif // SBP_LIB_TARGET_HOST_PIPELINE_H
