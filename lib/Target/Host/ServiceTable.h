//===- ServiceTable.h - calls through the runtime's table -------*- C++ -*-===//
#ifndef SBP_LIB_TARGET_HOST_SERVICETABLE_H
#define SBP_LIB_TARGET_HOST_SERVICETABLE_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace sbp::host {

/// The function pointer at byte `offset` of the table `services`.
mlir::Value loadService(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value services, int64_t offset);

/// Calls a pure function of the table, `float -> float` or two of them.
mlir::Value callPure(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value function, mlir::ValueRange arguments);

} // namespace sbp::host

#endif // SBP_LIB_TARGET_HOST_SERVICETABLE_H
