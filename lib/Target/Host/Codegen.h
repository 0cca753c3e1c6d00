// Codegen.h: compilation of the LLVM dialect to a shared object
#ifndef SBP_LIB_TARGET_HOST_CODEGEN_H
#define SBP_LIB_TARGET_HOST_CODEGEN_H

#include "mlir/IR/BuiltinOps.h"
#include "sbp/Target/Host/HostTarget.h"

namespace sbp::host {

/// Translates, optimises, compiles and links `module`, which is in the LLVM
/// dialect and has its entry points, for `options.cpu`. Returns a blob without
/// symbols, which the caller adds. Only memset, memcpy and memmove may stay
/// undefined; fails with an error that names any other undefined symbol, or if
/// translation, linking or the temporary files fail. One call at a time in a
/// process: the linker replaces its command-line options meanwhile.
mlir::FailureOr<CodeBlob> generateCode(mlir::ModuleOp module,
                                       const HostTargetOptions &options);

} // namespace sbp::host

#endif // SBP_LIB_TARGET_HOST_CODEGEN_H
