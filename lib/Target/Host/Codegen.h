//===- Codegen.h - LLVM dialect to a shared object --------------*- C++ -*-===//
#ifndef SBP_LIB_TARGET_HOST_CODEGEN_H
#define SBP_LIB_TARGET_HOST_CODEGEN_H

#include "mlir/IR/BuiltinOps.h"
#include "sbp/Target/Host/HostTarget.h"

namespace sbp::host {

/// Translates, optimises, compiles and links `module` (LLVM dialect with entry
/// points). Only memset, memcpy and memmove may stay undefined; another symbol
/// is a bug of the compiler and reported as an error naming it.
mlir::FailureOr<CodeBlob> generateCode(mlir::ModuleOp module,
                                       const HostTargetOptions &options);

} // namespace sbp::host

#endif // SBP_LIB_TARGET_HOST_CODEGEN_H
