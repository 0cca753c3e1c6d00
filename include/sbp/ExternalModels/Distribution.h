// Distribution.h: SBPOpInterface for upstream dialects
#ifndef SBP_EXTERNALMODELS_DISTRIBUTION_H
#define SBP_EXTERNALMODELS_DISTRIBUTION_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace sbp {

/// Attaches `SBPOpInterface` to the ops of linalg, tensor and arith when these
/// dialects are loaded. Every tool and test that asks for rules calls it.
void registerDistributionModels(mlir::DialectRegistry &registry);

} // namespace sbp

#endif // SBP_EXTERNALMODELS_DISTRIBUTION_H
