// SignatureScope.h: among which signatures ops choose
#ifndef SBP_LIB_ANALYSIS_SELECTION_SIGNATURESCOPE_H
#define SBP_LIB_ANALYSIS_SELECTION_SIGNATURESCOPE_H

#include "SelectionPrices.h"

namespace sbp {

/// Has signatures to choose among.
bool isChosen(mlir::Operation *op);

/// Restricts the signature sets of `prices` to the orders of axes and partial
/// values that matter in `module`, before the first set is requested.
/// Fails where an op has more signatures than can be chosen among.
llvm::LogicalResult setSignatureScope(mlir::ModuleOp module,
                                      const Alternatives &alternatives,
                                      SelectionPrices &prices);

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_SIGNATURESCOPE_H
