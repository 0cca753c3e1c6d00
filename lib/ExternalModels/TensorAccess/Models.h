// Models.h: the functions that attach the models of this folder
//
// They implement sbp/Interfaces/TensorInterfaces.h: which elements an op moves,
// which indices it reads, and which shapes it accepts.
#ifndef SBP_LIB_EXTERNALMODELS_TENSORACCESS_MODELS_H
#define SBP_LIB_EXTERNALMODELS_TENSORACCESS_MODELS_H

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace sbp {

/// Each function attaches models to one group of ops in `context`, whose
/// dialects are loaded there.
void attachIndexModels(mlir::MLIRContext *context);
void attachCastModels(mlir::MLIRContext *context);
void attachMovementModels(mlir::MLIRContext *context);
/// Attaches models of the ops between a value and its readers: sbp.constrain
/// and sbp.boxing.
void attachEdgeModels(mlir::MLIRContext *context);
void attachTensorGuards(mlir::MLIRContext *context);
void attachLinalgGuards(mlir::MLIRContext *context);

} // namespace sbp

#endif // SBP_LIB_EXTERNALMODELS_TENSORACCESS_MODELS_H
