//===- Models.h - what each file of models attaches -----------------------===//
#ifndef SBP_LIB_DIALECT_SBP_EXTERNALMODELS_MODELS_H
#define SBP_LIB_DIALECT_SBP_EXTERNALMODELS_MODELS_H

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace sbp {

void attachLinalgModels(mlir::MLIRContext *context);
void attachSoftmaxModel(mlir::MLIRContext *context);
void attachTensorModels(mlir::MLIRContext *context);
void attachPadModel(mlir::MLIRContext *context);
void attachReshapeModels(mlir::MLIRContext *context);
void attachSliceModels(mlir::MLIRContext *context);
void attachArithModels(mlir::MLIRContext *context);
void attachMathModels(mlir::MLIRContext *context);

} // namespace sbp

#endif // SBP_LIB_DIALECT_SBP_EXTERNALMODELS_MODELS_H
