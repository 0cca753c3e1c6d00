// Codegen.h: kernels to PTX
#ifndef SBP_LIB_TARGET_CUDA_CODEGEN_H
#define SBP_LIB_TARGET_CUDA_CODEGEN_H

#include "Choice/Chip.h"
#include "mlir/IR/BuiltinOps.h"

namespace sbp::cuda {

/// Lowers kernels, as the generators emit them, to the LLVM and NVVM dialects,
/// in place. Fails with a diagnostic if an op has no lowering.
mlir::LogicalResult lowerKernels(mlir::ModuleOp kernels);

/// An argument of a kernel, a pointer to memory that other launches may write
/// while the kernel runs, before it has waited for them.
struct ChangingArgument {
  llvm::StringRef kernel;
  unsigned number;
};

/// Returns the PTX of all functions of `kernels`, which must be in the LLVM
/// dialect, for `chip`. Memory of `changing` arguments is not read
/// through the read-only cache, whose contents must not change while a kernel
/// runs. Equal kernels give equal text. Fails with an
/// error if a kernel calls an external function, as there is nothing to link
/// with, or if this LLVM has no backend for GPUs.
mlir::FailureOr<std::string>
generatePtx(mlir::ModuleOp kernels, llvm::ArrayRef<ChangingArgument> changing,
            const Chip &chip);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_CODEGEN_H
