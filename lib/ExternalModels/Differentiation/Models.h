// Models.h: the registration functions of the files beside it
#ifndef SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_MODELS_H
#define SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_MODELS_H

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace sbp {

/// Each function attaches the derivatives of one group of ops to them in
/// `context`, in which the dialects of these ops are loaded.
void attachArithDerivatives(mlir::MLIRContext *context);
void attachMathDerivatives(mlir::MLIRContext *context);
void attachAttentionAdjoint(mlir::MLIRContext *context);
void attachIndexingAdjoints(mlir::MLIRContext *context);
void attachLinalgAdjoints(mlir::MLIRContext *context);
void attachTensorAdjoints(mlir::MLIRContext *context);
void attachMemoryLayerAdjoints(mlir::MLIRContext *context);
void attachNNAdjoints(mlir::MLIRContext *context);
void attachNormAdjoints(mlir::MLIRContext *context);
void attachSBPAdjoints(mlir::MLIRContext *context);

} // namespace sbp

#endif // SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_MODELS_H
