// Differentiation.h: registration of the derivatives of all ops
#ifndef SBP_EXTERNALMODELS_DIFFERENTIATION_H
#define SBP_EXTERNALMODELS_DIFFERENTIATION_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace sbp {

/// Attaches `DifferentiableOpInterface` and `ScalarDerivativeInterface` to the
/// ops of arith, math, linalg, tensor, nn and sbp when these dialects are
/// loaded.
void registerDifferentiationModels(mlir::DialectRegistry &registry);

} // namespace sbp

#endif // SBP_EXTERNALMODELS_DIFFERENTIATION_H
