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

// Each function attaches models to ops in `context`, where the dialect of these
// ops must be loaded; called once per context.

/// Attaches the positions that tensor.extract_slice, insert_slice, extract and
/// insert access.
void attachIndexModels(mlir::MLIRContext *context);
/// Attaches to arith.extui, extsi and index_cast whether positions stay equal.
void attachCastModels(mlir::MLIRContext *context);
/// Attaches whether all elements are kept to tensor.extract_slice, pad,
/// bitcast, cast, expand_shape and collapse_shape, and the pieces that are
/// written to tensor.insert_slice and insert.
void attachMovementModels(mlir::MLIRContext *context);
/// Attaches models of the ops between a value and its readers: sbp.constrain
/// and sbp.boxing.
void attachEdgeModels(mlir::MLIRContext *context);
/// Attaches further verification to tensor.expand_shape, collapse_shape,
/// extract, insert, extract_slice, insert_slice and concat.
void attachTensorGuards(mlir::MLIRContext *context);
/// Attaches further verification to linalg.softmax.
void attachLinalgGuards(mlir::MLIRContext *context);

} // namespace sbp

#endif // SBP_LIB_EXTERNALMODELS_TENSORACCESS_MODELS_H
