// Misfit.h: errors about operands that do not fit each other
#ifndef SBP_INTERFACES_MISFIT_H
#define SBP_INTERFACES_MISFIT_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

namespace sbp {

/// Starts an error of `op`, whose text the caller appends, with a note at the
/// origin of each operand among `values`. Values that are no operands of `op`
/// get no note. The error is reported when the returned object is destroyed,
/// and converts to failure.
inline mlir::InFlightDiagnostic emitMisfit(mlir::Operation *op,
                                           llvm::ArrayRef<mlir::Value> values) {
  mlir::InFlightDiagnostic error = op->emitOpError();
  for (mlir::OpOperand &operand : op->getOpOperands())
    if (llvm::is_contained(values, operand.get()))
      error.attachNote(operand.get().getLoc())
          << "operand #" << operand.getOperandNumber() << ", "
          << operand.get().getType() << ", comes from here";
  return error;
}

} // namespace sbp

#endif // SBP_INTERFACES_MISFIT_H
