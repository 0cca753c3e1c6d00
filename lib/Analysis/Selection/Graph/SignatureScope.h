// SignatureScope.h: the signatures that the ops of a module choose among
#ifndef SBP_LIB_ANALYSIS_SELECTION_GRAPH_SIGNATURESCOPE_H
#define SBP_LIB_ANALYSIS_SELECTION_GRAPH_SIGNATURESCOPE_H

#include "SelectionPrices.h"

namespace sbp {

/// Returns true if `op`, which has a placement, has signatures to choose among:
/// it reads or makes tensors and is neither a source nor a constraint.
bool isChosen(mlir::Operation *op);

/// Restricts the signature sets of `prices` to the orders of axes and partial
/// values that matter in `module`, before the first set is requested. Fails,
/// with an error at the first of them, if ops have more signatures than
/// selection can search; alternative forms are not checked.
llvm::LogicalResult setSignatureScope(mlir::ModuleOp module,
                                      const Alternatives &alternatives,
                                      SelectionPrices &prices);

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_GRAPH_SIGNATURESCOPE_H
