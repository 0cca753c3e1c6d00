// Distribution.h: SBPOpInterface for upstream dialects
#ifndef SBP_EXTERNALMODELS_DISTRIBUTION_H
#define SBP_EXTERNALMODELS_DISTRIBUTION_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace sbp {

/// Registers arith, linalg, math, sbp and tensor. When a context loads them,
/// attaches SBPOpInterface (but for sbp) and those of TensorInterfaces.h.
void registerDistributionModels(mlir::DialectRegistry &registry);

} // namespace sbp

#endif // SBP_EXTERNALMODELS_DISTRIBUTION_H
