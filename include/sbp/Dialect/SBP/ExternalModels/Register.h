// Register.h: SBPOpInterface for upstream dialects
#ifndef SBP_DIALECT_SBP_EXTERNALMODELS_REGISTER_H
#define SBP_DIALECT_SBP_EXTERNALMODELS_REGISTER_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace sbp {

/// Attaches `SBPOpInterface` to the ops of linalg, tensor and arith when these
/// dialects are loaded. Every tool and test that asks for rules calls it.
void registerSBPExternalModels(mlir::DialectRegistry &registry);

} // namespace sbp

#endif // SBP_DIALECT_SBP_EXTERNALMODELS_REGISTER_H
