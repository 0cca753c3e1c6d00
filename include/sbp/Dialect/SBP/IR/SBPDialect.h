// SBPDialect.h: the sbp dialect
#ifndef SBP_DIALECT_SBP_IR_SBPDIALECT_H
#define SBP_DIALECT_SBP_IR_SBPDIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sbp/Calculus/BoxingTransfer.h"
#include "sbp/Calculus/Distribution.h"
#include "sbp/Interfaces/SBPOpInterface.h"

#include "sbp/Dialect/SBP/IR/SBPDialect.h.inc"
#define GET_ATTRDEF_CLASSES
#include "sbp/Dialect/SBP/IR/SBPAttributes.h.inc"
#define GET_OP_CLASSES
#include "sbp/Dialect/SBP/IR/SBPOps.h.inc"

namespace sbp {

/// Returns the placement that `name`, not null, refers to in the nearest symbol
/// table around `from`; null if there is none.
PlacementOp lookupPlacement(mlir::Operation *from,
                            mlir::FlatSymbolRefAttr name);

/// Checks that `distribution` is legal for a tensor of `type` (constraints C4
/// to C6 of the attribute), with the placement looked up from `from`. If it is
/// not, or the placement does not exist, fails with the diagnostic that
/// `emitError` starts.
mlir::LogicalResult
verifyDistribution(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
                   mlir::Operation *from, DistributionAttr distribution,
                   mlir::RankedTensorType type);

/// Returns the signature stored on `op` at level 1; null if it has none.
SignatureAttr getSignatureAttr(mlir::Operation *op);
/// Stores `signature`, not null, on `op` in place of any other.
void setSignatureAttr(mlir::Operation *op, SignatureAttr signature);

} // namespace sbp

#endif // SBP_DIALECT_SBP_IR_SBPDIALECT_H
