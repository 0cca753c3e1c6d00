// ServiceTable.h: emits calls through the runtime's service table
#ifndef SBP_LIB_TARGET_HOST_SERVICETABLE_H
#define SBP_LIB_TARGET_HOST_SERVICETABLE_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace sbp::host {

/// Loads the function pointer at byte `offset` of the table (sbp_host_services)
/// at address `services`, at the builder's insertion point.
mlir::Value loadService(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value services, int64_t offset);

/// Returns the address of the element that lies `shift` elements after the
/// first one of `buffer`, a memref, as an i64.
mlir::Value getAddress(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value buffer, int64_t shift = 0);

/// Returns the address of `words`, which are copied to read-only data in
/// `module`; equal contents with the same `prefix` share one global.
mlir::Value getConstantWords(mlir::OpBuilder &builder, mlir::Location loc,
                             mlir::ModuleOp module, llvm::StringRef prefix,
                             llvm::ArrayRef<int64_t> words);

/// Calls a pure function of one or two floats of one type, which is also that
/// of the result it returns. LLVM may hoist or drop the call.
mlir::Value callPure(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value function, mlir::ValueRange arguments);

} // namespace sbp::host

#endif // SBP_LIB_TARGET_HOST_SERVICETABLE_H
