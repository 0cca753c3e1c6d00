// FunctionWords.h: refuses unknown attributes of functions and calls
#ifndef SBP_TRANSFORMS_IMPORT_FUNCTIONWORDS_H
#define SBP_TRANSFORMS_IMPORT_FUNCTIONWORDS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sbp {

/// Fails with an error if `function` or a call in it has an attribute of our
/// dialects that the input language does not have, such as a misspelt one, or
/// one that belongs on an entry and stands on a private function.
llvm::LogicalResult checkFunctionWords(mlir::func::FuncOp function);

} // namespace sbp

#endif // SBP_TRANSFORMS_IMPORT_FUNCTIONWORDS_H
