// Differentiation.h: registration of the derivatives of all ops
#ifndef SBP_EXTERNALMODELS_DIFFERENTIATION_H
#define SBP_EXTERNALMODELS_DIFFERENTIATION_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace sbp {

/// Attaches `DifferentiableOpInterface` and `ScalarDerivativeInterface` to the
/// ops with derivatives of arith, math, linalg, tensor, nn, memory_layer and
/// sbp when a context loads these; nn and memory_layer load what they build.
void registerDifferentiationModels(mlir::DialectRegistry &registry);

} // namespace sbp

#endif // SBP_EXTERNALMODELS_DIFFERENTIATION_H
