// Models.h: the registration functions of the files next to it
#ifndef SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_MODELS_H
#define SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_MODELS_H

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace sbp {

// Each function attaches derivatives to ops in `context`, where the dialect of
// these ops must be loaded, as must those that adjoints are built from.

/// Scalar ops on floats, comparisons, select, extf and truncf of arith.
void attachArithDerivatives(mlir::MLIRContext *context);
/// Scalar ops on floats of math; zero for roundings and classifications.
void attachMathDerivatives(mlir::MLIRContext *context);
/// Attention and its own gradient.
void attachAttentionAdjoint(mlir::MLIRContext *context);
/// The ops grouped_product and grouped_outer.
void attachGroupedAdjoints(mlir::MLIRContext *context);
/// The ops gather, scatter, scatter_add, top_k and sort of nn.
void attachIndexingAdjoints(mlir::MLIRContext *context);
/// Structured ops of linalg; softmax is one of attachNNAdjoints.
void attachLinalgAdjoints(mlir::MLIRContext *context);
/// The ops cast, extract, insert, from_elements, splat, expand_shape,
/// collapse_shape, extract_slice, insert_slice, pad and concat of tensor.
void attachTensorAdjoints(mlir::MLIRContext *context);
/// The ops bag, row_dot, add_outer and tucker_top_k.
void attachMemoryLayerAdjoints(mlir::MLIRContext *context);
/// The ops cross_entropy, cumsum, block_sum and stop_gradient of nn, and
/// linalg.softmax; calls the functions for attention, grouped products,
/// indexing and norms.
void attachNNAdjoints(mlir::MLIRContext *context);
/// The ops layer_norm and rms_norm.
void attachNormAdjoints(mlir::MLIRContext *context);
/// The op sbp.constrain.
void attachSBPAdjoints(mlir::MLIRContext *context);

} // namespace sbp

#endif // SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_MODELS_H
