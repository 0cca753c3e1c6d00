//===- Codegen.h - kernels to PTX -------------------------------*- C++ -*-===//
#ifndef SBP_LIB_TARGET_CUDA_CODEGEN_H
#define SBP_LIB_TARGET_CUDA_CODEGEN_H

#include "mlir/IR/BuiltinOps.h"
#include "sbp/Target/CUDA/CUDATarget.h"

namespace sbp::cuda {

/// Least driver that takes our PTX, as cuDriverGetVersion counts.
inline constexpr unsigned kPtxDriver = 12000;

/// Kernels as the families write them -> LLVM and NVVM dialects.
mlir::LogicalResult lowerKernels(mlir::ModuleOp kernels);

/// PTX of all functions of `kernels`, which is in the LLVM dialect. Equal
/// kernels give equal text. An error where a kernel needs what is not there: an
/// external function, local memory.
mlir::FailureOr<std::string> generatePtx(mlir::ModuleOp kernels,
                                         const CUDATargetOptions &options);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_CODEGEN_H
