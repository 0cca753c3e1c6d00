// Pipeline.h: the host target's pass pipelines
#ifndef SBP_LIB_TARGET_HOST_PIPELINE_H
#define SBP_LIB_TARGET_HOST_PIPELINE_H

#include "Steps.h"

namespace sbp::host {

/// Properties of a compiled region, next to its code.
struct RegionResult {
  int64_t scratchBytes = 0; ///< 0 without temporaries
  int64_t flops = 0;        ///< of contractions and calls
};

/// Compiles a module with one region on tensors to that function on buffers and
/// private functions of its nests, and adds the region's properties to
/// `result`, which is zero before. `printGemm` may be null. Fails with a
/// diagnostic if an op cannot be compiled. `Direct` also fails, possibly
/// without one, if an in-place pair needs a copy. The module is of no use after
/// a failure.
mlir::LogicalResult compileRegion(mlir::ModuleOp module, BoundaryMode mode,
                                  llvm::raw_ostream *printGemm,
                                  RegionResult &result);

/// Lowers all regions and nests to the LLVM dialect and adds the entry points,
/// which `entries` describes. Fails with a diagnostic if an op has no lowering
/// or an entry's region is missing.
mlir::LogicalResult lowerToLLVM(mlir::ModuleOp module,
                                llvm::ArrayRef<Entry> entries);

} // namespace sbp::host

#endif // SBP_LIB_TARGET_HOST_PIPELINE_H
