// LossScale.h: steps whose gradients are derived from a scaled loss
//
// Gradients of f16 underflow below 6e-8. The loss is multiplied by a scale that
// is a state, gradients are divided by it in f32, and a step with a gradient
// that is not finite changes no state and halves the scale; a number of good
// steps in a row doubles it (Micikevicius et al., "Mixed precision training",
// 2018).
#ifndef SBP_LIB_TRANSFORMS_DIFFERENTIATION_LOSSSCALE_H
#define SBP_LIB_TRANSFORMS_DIFFERENTIATION_LOSSSCALE_H

#include "mlir/IR/Builders.h"
#include <utility>

namespace sbp {

/// The scale of a new training run, and its changes.
struct LossScale {
  double first = 65536;     ///< above 0 and finite
  int64_t goodSteps = 2000; ///< in a row, after which it doubles; at least 1
};

/// Builds the ops of such a step. Tensors without dimensions are numbers.
class LossScaleWriter {
public:
  LossScaleWriter(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}
  /// Builds 1 / `scale`, of f32.
  mlir::Value invert(mlir::Value scale);
  /// Builds `gradient` times the number `factor`, in the type of `gradient`, a
  /// float that is at least as wide.
  mlir::Value multiply(mlir::Value gradient, mlir::Value factor);
  /// Builds `next` where the number `isFinite`, of i1, is true, else `old`.
  mlir::Value choose(mlir::Value isFinite, mlir::Value next, mlir::Value old);
  /// Builds the next scale, of f32, and the next number of good steps, of i64.
  std::pair<mlir::Value, mlir::Value> update(const LossScale &settings,
                                             mlir::Value isFinite,
                                             mlir::Value scale,
                                             mlir::Value good);

private:
  mlir::OpBuilder &builder;
  mlir::Location loc;
};

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_DIFFERENTIATION_LOSSSCALE_H
