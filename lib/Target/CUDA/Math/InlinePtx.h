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

/// Keeps LLVM and ptxas from unrolling a loop, an scf.for, which ptxas does
/// with few iterations of a known number: these would need registers at the
/// same time. Takes effect in markRolledLoops.
void keepRolled(mlir::Operation *loop);
/// Marks the branches of loops that keepRolled was called for, once loops are
/// branches of the LLVM dialect: conversions leave an annotation that the
/// translation to LLVM does not read.
void markRolledLoops(mlir::Operation *kernels);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_INLINEPTX_H
