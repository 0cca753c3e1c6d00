// RepeatChoices.h: the choice of what backward makes again
//
// Under a memory limit distributions and recomputation are chosen together. A
// value of forward that backward reads passes through an identity, which holds
// it; forms of the identity make it again, where backward reads it first or
// where backward of its layer begins. What sbp-keep-values makes again in any
// case may be made at the beginning of its layer as well. Example:
//
//   %h = matmul %n, %w                  // forward
//   %k = tensor.cast %h                 // holds %h
//   %again = matmul %n2, %w             // a form of %k, %n2 a form of %c
//   %c = norm %x                        // made again in any case
//   ...  %k ...  %c ...                 // backward
#ifndef SBP_TRANSFORMS_REPEATCHOICES_H
#define SBP_TRANSFORMS_REPEATCHOICES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Analysis/Selection/Graph/Alternatives.h"

namespace sbp {

/// Adds the choices of `function`, a placed function with phases, to
/// `alternatives`, and the ops of all forms to the function. Adds nothing where
/// there is no backward or time is cut. Until the choice is taken, ops that
/// read a form may stand before the op that they name.
void insertRepeats(mlir::func::FuncOp function, Alternatives &alternatives);

/// Moves ops that make values again in front of their first reader, which comes
/// later than where their form stood. Called once a choice is taken.
void placeRepeats(mlir::func::FuncOp function);

/// Replaces the identities that hold values by these, and removes the marks of
/// repeated ops. `function` is at level 1.
void removeHolders(mlir::func::FuncOp function);

} // namespace sbp

#endif // SBP_TRANSFORMS_REPEATCHOICES_H
