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

// Each function attaches models of SBPOpInterface to ops in `context`, where
// the dialect of these ops must be loaded.

/// Structured ops, the layout ops pack, unpack and winograd_*, and softmax.
void attachLinalgModels(mlir::MLIRContext *context);
/// Softmax alone, which attachLinalgModels calls.
void attachSoftmaxModel(mlir::MLIRContext *context);
/// The ops of tensor but yield and parallel_insert_slice; calls the next three
/// functions.
void attachTensorModels(mlir::MLIRContext *context);
/// The op tensor.pad.
void attachPadModel(mlir::MLIRContext *context);
/// The ops tensor.expand_shape and collapse_shape.
void attachReshapeModels(mlir::MLIRContext *context);
/// The ops tensor.extract_slice and insert_slice.
void attachSliceModels(mlir::MLIRContext *context);
/// Constants and the elementwise ops of arith.
void attachArithModels(mlir::MLIRContext *context);
/// The elementwise ops of math.
void attachMathModels(mlir::MLIRContext *context);

} // namespace sbp

#endif // SBP_LIB_EXTERNALMODELS_DISTRIBUTION_MODELS_H
