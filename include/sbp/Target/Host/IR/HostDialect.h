// HostDialect.h: calls of the runtime as ops, inside of the host target
#ifndef SBP_TARGET_HOST_IR_HOSTDIALECT_H
#define SBP_TARGET_HOST_IR_HOSTDIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

#include "sbp/Target/Host/IR/HostDialect.h.inc"
#define GET_OP_CLASSES
#include "sbp/Target/Host/IR/HostOps.h.inc"

namespace sbp::host {
/// Adds to `registry` the dialect, and the bufferisation model of its call op,
/// which is attached when a context loads the dialect.
void registerHostDialect(mlir::DialectRegistry &registry);
} // namespace sbp::host

#endif // SBP_TARGET_HOST_IR_HOSTDIALECT_H
