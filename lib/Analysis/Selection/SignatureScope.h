// SignatureScope.h: among which signatures ops choose
#ifndef SBP_LIB_ANALYSIS_SELECTION_SIGNATURESCOPE_H
#define SBP_LIB_ANALYSIS_SELECTION_SIGNATURESCOPE_H

#include "SelectionPrices.h"

namespace sbp {

/// Has signatures to choose among.
bool isChosen(mlir::Operation *op);

/// Tells the signature sets of `prices` which orders of axes and which partial
/// values are worth looking at in `module`, before the first set is asked for.
/// Fails where an op has more signatures than can be chosen among.
llvm::LogicalResult setSignatureScope(mlir::ModuleOp module,
                                      const Alternatives &alternatives,
                                      SelectionPrices &prices);

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_SIGNATURESCOPE_H
