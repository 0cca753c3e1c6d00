// Gradient.h: reverse-mode differentiation of one nn.gradient
//
// The ops between the values that are differentiated by and the loss are
// visited last first; each turns the cotangents of its results into those of
// its operands (Griewank and Walther 2008, chapter 3). Example: for
//   %h = f(%w);  %l = g(%h, %w);  %d = nn.gradient %l wrt (%w)
// the sweep builds dh, dw1 = adjoint of g (1), then dw2 = adjoint of f (dh),
// and replaces %d by dw1 + dw2.
#ifndef SBP_LIB_TRANSFORMS_DIFFERENTIATION_GRADIENT_H
#define SBP_LIB_TRANSFORMS_DIFFERENTIATION_GRADIENT_H

#include "AdjointNotes.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "llvm/ADT/DenseSet.h"

namespace sbp {

/// The differentiation of one op. Used once: the op is gone after a success.
class Gradient {
public:
  /// `placements` gives adjoints the placement of their primal op, and grows by
  /// the adjoints, which a nested gradient may differentiate in turn. It must
  /// outlive this object.
  Gradient(nn::GradientOp op, ForwardPlacements &placements);

  /// Builds the gradient before the op, replaces its results and erases
  /// it. Emits an error and fails where a value in `wrt` does not reach the
  /// loss, or an op on the way has no derivative; the op then stays, perhaps
  /// after lowered forward ops and adjoints that nothing reads.
  mlir::LogicalResult build();

private:
  /// Fills `varied` and `active`.
  void findActive();
  /// Emits an error and fails if a value in `wrt` does not reach the loss.
  mlir::LogicalResult checkReached();
  /// Returns true if `result` depends on a varied operand as a number.
  bool isVaried(mlir::OpResult result);
  /// Returns true if a region of `primal` reads a varied value that is no
  /// operand.
  bool captures(mlir::Operation *primal);
  /// Lowers active ops that are differentiated in parts. Returns true if it
  /// changed any: `active` is then out of date.
  bool lowerActive();
  /// Replaces active ops by forms that return the values which their adjoints
  /// read.
  void saveForAdjoints();
  /// Adds the terms of the operands of an active op. Emits an error with the
  /// path to `wrt` and fails if the op has no derivative.
  mlir::LogicalResult visit(mlir::Operation *op);
  /// Builds one cotangent per operand, null where it is zero or not needed;
  /// `cotangents` has one per result, null for zero.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  buildAdjoint(mlir::Operation *primal, llvm::ArrayRef<mlir::Value> cotangents);
  /// Returns the sum of the terms of `value`, null for zero.
  mlir::Value getCotangent(mlir::Value value);
  /// Builds the sum of `terms`, on the placement of `value`; null for no terms.
  mlir::Value addTerms(mlir::Value value, llvm::ArrayRef<mlir::Value> terms);
  /// Builds the same sum on `placement`.
  mlir::Value addTerms(mlir::Value value, llvm::ArrayRef<mlir::Value> terms,
                       mlir::FlatSymbolRefAttr placement);
  /// Returns the cotangent of the loss: the op's seed, else ones.
  mlir::Value buildSeed();
  /// Returns `gradient` as `sbp.accumulate` and `sbp.gradient` of `value`
  /// request it, where that is an argument.
  mlir::Value finishGradient(mlir::Value value, mlir::Value gradient);
  /// Returns the op before the gradient; null if it is the first.
  mlir::Operation *getLast();
  /// Attaches notes with a path from `op` back to a value in `wrt`.
  void addPath(mlir::Diagnostic &error, mlir::Operation *op);

  nn::GradientOp op;
  ForwardPlacements &placements;
  AdjointNotes notes;
  mlir::OpBuilder builder;
  bool isInner = false; ///< of nested gradients: it is differentiated again
  /// Values that depend on one in `wrt`: floats, and integers cast from them.
  llvm::DenseSet<mlir::Value> varied;
  llvm::SmallVector<mlir::Operation *> active; ///< in program order
  /// The terms of the cotangent of a value, in the order of the sweep.
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Value>> terms;
};

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_DIFFERENTIATION_GRADIENT_H
