//===- Pipeline.h - the order of the steps ----------------------*- C++ -*-===//
#ifndef SBP_LIB_TARGET_HOST_PIPELINE_H
#define SBP_LIB_TARGET_HOST_PIPELINE_H

#include "Steps.h"

namespace sbp::host {

/// What compiling one region tells besides its code.
struct RegionResult {
  int64_t scratchBytes = 0;
  int64_t flops = 0;
};

/// One module with one region function on tensors -> that function on buffers
/// and private functions of its nests. In-place pairs are built as `mode` says;
/// `Direct` fails, without a diagnostic to rely on, where a copy is needed.
mlir::LogicalResult compileRegion(mlir::ModuleOp module, BoundaryMode mode,
                                  llvm::raw_ostream *printGemm,
                                  RegionResult &result);

/// All regions and nests -> LLVM dialect, with entry points.
mlir::LogicalResult lowerToLLVM(mlir::ModuleOp module,
                                llvm::ArrayRef<Entry> entries);

} // namespace sbp::host

#endif // SBP_LIB_TARGET_HOST_PIPELINE_H
