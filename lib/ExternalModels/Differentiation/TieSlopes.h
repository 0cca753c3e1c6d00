// TieSlopes.h: one-sided slopes where several comparisons tie
//
// At a tie a maximum, an absolute value and a select each have a slope of
// their own by convention: relu(x) and |x| have 0 at 0. Two of them in one
// expression may not fit. Example, as PyTorch exports elu:
//   y = max(0, x) + (exp(min(0, x)) - 1)
// where each select takes x at 0, so the slope is 2, and is 1 from both sides.
// Slopes from one side are those of a piece that is smooth, whatever the pieces
// are made of. So an expression is evaluated at its ties while compiling, with
// dual numbers (Griewank and Walther 2008, chapter 14): if the slope by the
// conventions is not between those from the left and from the right, its
// comparisons are rewritten to take the left piece at the tie.
#ifndef SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_TIESLOPES_H
#define SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_TIESLOPES_H

#include "ElementwiseView.h"
#include "llvm/ADT/MapVector.h"

namespace sbp {

/// The piece that scalar ops take at a tie: the number of the operand that a
/// maximum or minimum returns, 1 for a positive absolute value, the value of a
/// comparison.
using TieChoices = llvm::MapVector<mlir::Operation *, unsigned>;

/// Returns the choices for the comparisons of the expression that `root`, a
/// scalar of an elementwise body that yields `yielded`, is computed by, so that
/// its slope at a tie is that from the left. Empty if the slope is right by the
/// conventions, if the number that is yielded would change, and for expressions
/// that cannot be evaluated. Adds the ops whose bodies `root` is computed in to
/// `owners`.
TieChoices findTieChoices(mlir::Value root, mlir::Value yielded,
                          llvm::SetVector<mlir::Operation *> &owners);

/// Returns the value of `op`, a scalar op, that takes `choice` at a tie: its
/// result, or that of ops after it. The number is the same.
mlir::Value applyTieChoice(mlir::Operation *op, unsigned choice);

} // namespace sbp

#endif // SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_TIESLOPES_H
