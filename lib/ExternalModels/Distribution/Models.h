// Models.h: the functions that attach interface models
#ifndef SBP_LIB_EXTERNALMODELS_DISTRIBUTION_MODELS_H
#define SBP_LIB_EXTERNALMODELS_DISTRIBUTION_MODELS_H

#include "sbp/Calculus/Distribution.h"
#include "sbp/Interfaces/OpWork.h"

namespace sbp {

/// Returns the work of a view (a reshape, a slice, a single element), which is
/// none: its users read the memory.
inline OpWork makeViewWork(mlir::Operation *op) {
  return makeWork(op, OpWork::Traffic::None, /*writes=*/false);
}

/// Returns the windows, each once, by which ops that read `value` count its
/// dimension `dim`; empty if none does.
llvm::SmallVector<Windows> getWindowsOfReaders(mlir::Value value, int64_t dim);

/// Each function attaches the models of SBPOpInterface of one group of ops in
/// `context`, in which their dialects are loaded.
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
