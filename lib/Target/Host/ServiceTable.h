//===- ServiceTable.h - calls through the runtime's table -------*- C++ -*-===//
#ifndef SBP_LIB_TARGET_HOST_SERVICETABLE_H
#define SBP_LIB_TARGET_HOST_SERVICETABLE_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace sbp::host {

/// The function pointer at byte `offset` of the table `services`.
mlir::Value loadService(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value services, int64_t offset);

/// The address of element `shift` of `buffer`, counted from its first, as i64.
mlir::Value getAddress(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value buffer, int64_t shift = 0);

/// The address of `words` in read-only data, one per content.
mlir::Value getConstantWords(mlir::OpBuilder &builder, mlir::Location loc,
                             mlir::ModuleOp module, llvm::StringRef prefix,
                             llvm::ArrayRef<int64_t> words);

/// Calls a pure function of the table, `float -> float` or two of them.
mlir::Value callPure(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value function, mlir::ValueRange arguments);

} // namespace sbp::host

#endif // SBP_LIB_TARGET_HOST_SERVICETABLE_H
