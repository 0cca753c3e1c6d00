// Codegen.h: from the LLVM dialect to a shared object
#ifndef SBP_LIB_TARGET_HOST_CODEGEN_H
#define SBP_LIB_TARGET_HOST_CODEGEN_H

#include "mlir/IR/BuiltinOps.h"
#include "sbp/Target/Host/HostTarget.h"

namespace sbp::host {

/// Translates, optimises, compiles and links `module`, which has its entry
/// points. Only memset, memcpy and memmove may stay undefined; any other
/// undefined symbol is an error that names it.
mlir::FailureOr<CodeBlob> generateCode(mlir::ModuleOp module,
                                       const HostTargetOptions &options);

} // namespace sbp::host

#endif // SBP_LIB_TARGET_HOST_CODEGEN_H
