// RegionKernels.h: the kernels of one region with their memory and launches
#ifndef SBP_LIB_TARGET_CUDA_REGIONKERNELS_H
#define SBP_LIB_TARGET_CUDA_REGIONKERNELS_H

#include "Buffers.h"
#include "Choice/Chip.h"
#include "Launches.h"
#include "mlir/IR/BuiltinOps.h"

namespace sbp::cuda {

/// The kernels that have been built for a region so far, the buffers of its
/// tensors and the launches. Kernel builders append to it.
struct RegionKernels {
  /// All arguments must outlive the object, which also adds ops to `region`.
  RegionKernels(mlir::func::FuncOp region, mlir::ModuleOp kernels,
                const Chip &chip)
      : region(region), kernels(kernels), chip(chip), buffers(region) {}

  mlir::func::FuncOp region;
  mlir::ModuleOp kernels;
  const Chip &chip;
  Buffers buffers;
  Launches launches;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_REGIONKERNELS_H
