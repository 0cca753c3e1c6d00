// Models.h: the functions that attach interface models
#ifndef SBP_LIB_EXTERNALMODELS_DISTRIBUTION_MODELS_H
#define SBP_LIB_EXTERNALMODELS_DISTRIBUTION_MODELS_H

#include "sbp/Calculus/Distribution.h"
#include "sbp/Interfaces/OpWork.h"

namespace sbp {

/// Reshapes, slices and single elements are views of what their users read.
inline OpWork makeViewWork(mlir::Operation *op) {
  return makeWork(op, OpWork::Traffic::None, /*writes=*/false);
}

/// The windows of dim `dim` that readers of `value` count.
llvm::SmallVector<Windows> getWindowsOfReaders(mlir::Value value, int64_t dim);

void attachLinalgModels(mlir::MLIRContext *context);
void attachSoftmaxModel(mlir::MLIRContext *context);
void attachTensorModels(mlir::MLIRContext *context);
void attachPadModel(mlir::MLIRContext *context);
void attachReshapeModels(mlir::MLIRContext *context);
void attachSliceModels(mlir::MLIRContext *context);
void attachArithModels(mlir::MLIRContext *context);
void attachMathModels(mlir::MLIRContext *context);

} // namespace sbp

#endif // SBP_LIB_EXTERNALMODELS_DISTRIBUTION_MODELS_H
