// SmoothForms.h: functions whose derivative is finite where that of a part is
// not
//
// The logistic function is written 1 / (1 + exp(-x)), and softplus log(1 +
// exp(x)). Where exp overflows, these are 0 and infinity, but the product of
// the derivatives of their parts is 0 * inf. Their own derivatives are
//   y = w / (c + exp z):   dw = g / (c + exp z),  dz = -g y (1 - c / (c + exp
//   z)) y = log(1 + exp z):    dz = g / (1 + exp(-z))
#ifndef SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_SMOOTHFORMS_H
#define SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_SMOOTHFORMS_H

#include "ElementwiseView.h"
#include "ScalarBuilder.h"

namespace sbp {

/// An op that ends one of the forms. All values may be in the bodies of
/// producers of its op.
struct SmoothForm {
  enum class Kind { Quotient, Logarithm } kind;
  mlir::Value exponent;  ///< z
  mlir::Value numerator; ///< w; null for a logarithm
  double constant = 1.0; ///< c
  /// The ops between the exponent and the end of the form.
  llvm::SmallVector<mlir::Operation *, 2> parts;

  /// Builds the cotangent of the exponent from `g`, that of the result `y` of
  /// the form. `y`, `z` and `denominator`, which is unused for a logarithm, are
  /// the values in the body where it is built.
  mlir::Value buildByExponent(ScalarBuilder &s, mlir::Value g, mlir::Value y,
                              mlir::Value z, mlir::Value denominator) const;
};

/// Returns whether `op` is the root of a tensor that sums squares. The slope of
/// a norm at zero is zero (PyTorch), although that of the root is infinite.
bool isRootOfSquares(mlir::Operation *op);
/// Returns the value of `op`, the root of a number that is not negative, with a
/// constant zero where the number is zero, built after `op`.
mlir::Value selectZeroRoot(mlir::Operation *op);

/// Returns the form that ends in `op`, a scalar op; nullopt if it ends none.
std::optional<SmoothForm> matchSmoothForm(mlir::Operation *op);

} // namespace sbp

#endif // SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_SMOOTHFORMS_H
