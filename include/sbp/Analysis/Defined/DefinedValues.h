// DefinedValues.h: rejection of undefined accesses and values
//
// Linalg leaves two things undefined: accesses whose result depends on the
// order of the loops or that lie outside of a tensor, and reads of elements
// that were never written (tensor.empty, and tensors that were partly
// overwritten). Compiled code and interpreter could differ there, so both are
// errors.
#ifndef SBP_ANALYSIS_DEFINED_DEFINEDVALUES_H
#define SBP_ANALYSIS_DEFINED_DEFINEDVALUES_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace sbp {

/// Checks attributes under `root` that MLIR's own verifier reads unchecked:
/// indexing maps must be computable, the dimension of a concatenation must not
/// be negative. Call it before MLIR's verifier. Fails, with an error emitted,
/// at the first op that violates this.
llvm::LogicalResult verifyAttributes(mlir::Operation *root);

/// Checks that every structured op in `function` with static shapes has one
/// meaning: accesses inside of tensors, and elements of results written once,
/// all of them unless the op reads its init. Fails, with an error emitted, at
/// the first op without one; maps that are too complex to decide (LoopAccess.h)
/// count as such. Recomputes memoised maps of convolutions; a difference fails.
llvm::LogicalResult verifyAccesses(mlir::FunctionOpInterface function);

/// Checks that every element that is read, returned or passed to a call was
/// written; tensors of dynamic shape pass. Fails, with an error emitted, at the
/// first op that reads one that was not. A function without a body passes.
llvm::LogicalResult verifyDefinedValues(mlir::FunctionOpInterface function);

} // namespace sbp

#endif // SBP_ANALYSIS_DEFINED_DEFINEDVALUES_H
