// SpilledKernels.h: more registers for kernels that the assembler spills
#ifndef SBP_LIB_TARGET_CUDA_SPILLEDKERNELS_H
#define SBP_LIB_TARGET_CUDA_SPILLEDKERNELS_H

#include "Assemble.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace sbp::cuda {

/// Calls `assemble` with the PTX `text`, and again with more registers for the
/// kernels whose code spills although a block may have them: the assembler
/// prefers more blocks a multiprocessor. Returns the first assembly unless
/// another one spills less; the code of all other kernels is the same in both.
/// Fails as `assemble` does.
llvm::Expected<Assembly> assembleWithoutSpills(
    llvm::StringRef text,
    llvm::function_ref<llvm::Expected<Assembly>(llvm::StringRef)> assemble);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_SPILLEDKERNELS_H
