// DefinedValues.h: what a model leaves undefined
//
// Two things linalg gives no meaning: an access that no order of the loops
// agrees on or that reads outside of its tensor, and an element that is read
// but that nothing has written (tensor.empty, and what it was only partly
// overwritten to). Compiled code and interpreter would each make something up.
#ifndef SBP_ANALYSIS_DEFINED_DEFINEDVALUES_H
#define SBP_ANALYSIS_DEFINED_DEFINEDVALUES_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace sbp {

/// Indexing maps under `root` have values at all and concatenations a dimension
/// that is none below 0: to be called before MLIR's verifier, which reads them.
llvm::LogicalResult verifyAttributes(mlir::Operation *root);

/// Every structured op in `function` has one meaning, on tensors of static
/// shapes; an error at the first that has not.
llvm::LogicalResult verifyAccesses(mlir::FunctionOpInterface function);

/// Every element that is read, returned or handed to a call was written; an
/// error at the first op that reads one that was not.
llvm::LogicalResult verifyDefinedValues(mlir::FunctionOpInterface function);

} // namespace sbp

#endif // SBP_ANALYSIS_DEFINED_DEFINEDVALUES_H
