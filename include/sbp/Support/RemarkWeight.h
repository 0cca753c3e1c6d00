// RemarkWeight.h: the order in which remarks are printed
//
// Passes emit remarks as they run, so those of boxings come after those of all
// choices. A weight lets the tool print what costs most first.
#ifndef SBP_SUPPORT_REMARKWEIGHT_H
#define SBP_SUPPORT_REMARKWEIGHT_H

#include "mlir/IR/Diagnostics.h"

namespace sbp {

/// Gives `remark` a weight: the bytes a step that it is about.
inline void setWeight(mlir::InFlightDiagnostic &remark, double bytes) {
  if (mlir::Diagnostic *diagnostic = remark.getUnderlyingDiagnostic())
    diagnostic->getMetadata().push_back(mlir::DiagnosticArgument(bytes));
}

/// Returns the weight of a remark, 0 for one without.
inline double getWeight(mlir::Diagnostic &remark) {
  for (mlir::DiagnosticArgument &argument : remark.getMetadata())
    if (argument.getKind() ==
        mlir::DiagnosticArgument::DiagnosticArgumentKind::Double)
      return argument.getAsDouble();
  return 0;
}

} // namespace sbp

#endif // SBP_SUPPORT_REMARKWEIGHT_H
