// EarlyNumbers.h: numbers of a step that need no gradient are computed first
#ifndef SBP_LIB_TRANSFORMS_RECOMPUTATION_EARLYNUMBERS_H
#define SBP_LIB_TRANSFORMS_RECOMPUTATION_EARLYNUMBERS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sbp {

/// Moves the ops after forward that make tensors without dimensions of nothing
/// but arguments, such as the bias corrections of an optimizer, before the last
/// op of forward, with the sources that they read. An update that reads them
/// can then run as soon as its gradient is there. Ops of `function` carry their
/// phases; all are on one placement.
void computeNumbersFirst(mlir::func::FuncOp function);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_RECOMPUTATION_EARLYNUMBERS_H
