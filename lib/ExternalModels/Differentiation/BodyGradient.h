// BodyGradient.h: reverse-mode differentiation of the scalar body of an op
//
// The body of a structured op is straight-line code, so one reverse sweep gives
// all its partial derivatives (Griewank and Walther 2008, section 3.2).
// Example: for y = tanh(a * b), with the cotangent g of y:
//   t = a * b;  y = tanh(t)        the clone of the body
//   dt = g * (1 - y * y)           the sweep, last op first
//   da = dt * b;  db = dt * a
#ifndef SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_BODYGRADIENT_H
#define SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_BODYGRADIENT_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "sbp/Interfaces/DifferentiationInterfaces.h"
#include "sbp/Interfaces/ScalarGuards.h"
#include "llvm/ADT/DenseSet.h"

namespace sbp {

/// The scalar body of one op with the cotangents of its values. Add the
/// cotangents of yielded values, sweep once, then read those of block
/// arguments.
class BodyGradient {
public:
  /// Clones the ops of the body of `op` to the insertion point of `builder`,
  /// with its block arguments mapped to `arguments`. `op` and `builder`, which
  /// also builds all cotangents, must outlive this object.
  BodyGradient(mlir::OpBuilder &builder, mlir::linalg::LinalgOp op,
               llvm::ArrayRef<mlir::Value> arguments);

  /// Returns the clone of a value of the body, or the value itself if it is
  /// defined outside of the body.
  mlir::Value getClone(mlir::Value value) const {
    return mapping.lookupOrDefault(value);
  }
  /// Adds `cotangent`, of the type of `value`, to that of `value`, a value of
  /// the original body.
  void addCotangent(mlir::Value value, mlir::Value cotangent);
  /// Sets the condition, an i1, outside of which `cotangent`, a block argument
  /// of the block that is built, is zero because a branch is not selected.
  void setGuard(mlir::Value cotangent, mlir::Value condition) {
    guards.setGuard(cotangent, condition);
  }
  /// Sweeps from the cotangents that were added to the block arguments of the
  /// body numbered in `targets`. Reports an error and fails at an op without a
  /// derivative on the way.
  mlir::LogicalResult sweep(llvm::ArrayRef<unsigned> targets);
  /// Returns the cotangent of a value of the original body after the sweep;
  /// null if it is zero, or if the value depends on no target.
  mlir::Value getCotangent(mlir::Value value) const {
    return cotangents.lookup(value);
  }

  /// Returns whether result `result` of `op` depends on block argument
  /// `argument` as a number. The result of a comparison does not.
  static bool isReached(mlir::linalg::LinalgOp op, unsigned argument,
                        unsigned result);

private:
  /// Adds the cotangents of the operands of `op`, an op of the original body,
  /// that depend on a target. Reports an error and fails if it has none.
  mlir::LogicalResult sweepThrough(mlir::Operation &op);
  /// Adds the cotangents of what a function with a derivative of its own reads,
  /// if `op` ends one. Returns false if it ends none.
  bool sweepThroughForm(mlir::Operation &op);

  mlir::OpBuilder &builder;
  mlir::linalg::LinalgOp op;
  mlir::IRMapping mapping;
  /// Indexed by value of the original body.
  llvm::DenseMap<mlir::Value, mlir::Value> cotangents;
  /// Values of the original body that depend on a target.
  llvm::DenseSet<mlir::Value> active;
  /// The conditions of cotangents and terms in the block that is built.
  ScalarGuards guards;
};

} // namespace sbp

#endif // SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_BODYGRADIENT_H
