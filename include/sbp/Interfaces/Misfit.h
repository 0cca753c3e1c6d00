// Misfit.h: errors about operands that do not fit each other
#ifndef SBP_INTERFACES_MISFIT_H
#define SBP_INTERFACES_MISFIT_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

namespace sbp {

/// An error of `op`, whose text the caller writes, with a note where each of
/// `values` comes from. Its own results come from where the error is: they get
/// none.
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
