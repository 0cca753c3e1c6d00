// WideGradient.h: gradients of bf16 and f16 that are summed in f32
#ifndef SBP_LIB_TRANSFORMS_DIFFERENTIATION_WIDEGRADIENT_H
#define SBP_LIB_TRANSFORMS_DIFFERENTIATION_WIDEGRADIENT_H

#include "AdjointNotes.h"

namespace sbp {

/// Returns `gradient` in f32, computed without rounding its sums to a narrower
/// type: a reduction is built again with a result in f32, as are sums of
/// several terms, views and constraints of it. Other values are cast.
/// `gradient` itself where nothing on the way was narrow. New ops stand behind
/// what they replace, with its notes; what nothing reads any more is left to
/// clean-up. Example:
///   %g = linalg.matmul -> bf16;  %w = extf %g      (f32 master, bf16 product)
/// becomes a product of the same factors into f32.
mlir::Value widenGradient(mlir::OpBuilder &builder, mlir::Value gradient,
                          AdjointNotes &notes);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_DIFFERENTIATION_WIDEGRADIENT_H
