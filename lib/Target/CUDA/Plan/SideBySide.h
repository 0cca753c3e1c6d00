// SideBySide.h: independent kernels as one launch
#ifndef SBP_LIB_TARGET_CUDA_SIDEBYSIDE_H
#define SBP_LIB_TARGET_CUDA_SIDEBYSIDE_H

#include "Kernel/Launches.h"
#include "mlir/IR/BuiltinOps.h"

namespace sbp::cuda {

/// A launch that others may join, as long as it is the last one.
struct OpenLaunch {
  llvm::SmallVector<mlir::Value> inputs; ///< of the first of its kernels
  llvm::SmallVector<BufferRef> written;  ///< buffers of all results
  int64_t end = 0; ///< number of launches up to and with this one
};

/// Joins the last launch, which writes `result`, and the launch of `open` in
/// front of it: one launch whose first blocks run the kernel of `open` and
/// whose other blocks run that of `result`. Requires two launches, whose
/// kernels `kernels` holds. Returns false, and changes nothing, if one kernel
/// reads or writes what the other writes, their generators, block sizes or
/// cluster sizes differ, or one is serial or has a grid of several dimensions.
bool joinLastLaunches(Launches &launches, mlir::ModuleOp kernels,
                      Scratch &scratch, const OpenLaunch &open,
                      const BufferRef &result);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_SIDEBYSIDE_H
