// InlinePtx.h: statements of kernels to LLVM that are not ops
#ifndef SBP_LIB_TARGET_CUDA_INLINEPTX_H
#define SBP_LIB_TARGET_CUDA_INLINEPTX_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include <string>

namespace sbp::cuda {

/// Emits an instruction without side effects and returns its result. `text` and
/// `constraints` are those of LLVM's inline assembly.
mlir::Value emitPure(mlir::ImplicitLocOpBuilder &builder, mlir::Type result,
                     const std::string &text, llvm::StringRef constraints,
                     llvm::ArrayRef<mlir::Value> operands);

/// Keeps LLVM from unrolling a loop, an scf.for: its iterations would need
/// registers at the same time.
void disableUnrolling(mlir::Operation *loop);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_INLINEPTX_H
