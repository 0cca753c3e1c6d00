// WideTerms.h: sums of bf16 and f16 over the micro-batches, in f32
#ifndef SBP_LIB_TRANSFORMS_TIME_WIDETERMS_H
#define SBP_LIB_TRANSFORMS_TIME_WIDETERMS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace sbp {

/// Returns `terms`, a tensor of bf16 or f16 of one micro-batch, in f32, by ops
/// between it and the insertion point of `builder`. A reduction is built once
/// more with a result in f32, so that its sum is not rounded; the narrow one is
/// left to its other readers, if it has any. Other values are cast. The new ops
/// run on `placement`.
mlir::Value buildWideTerms(mlir::OpBuilder &builder, mlir::Value terms,
                           mlir::FlatSymbolRefAttr placement);

/// Rounds `sum`, which left time in f32, to `type`. Ranks may round their parts
/// of a partial sum: `type` is the precision in which parts are sent.
mlir::Value roundSum(mlir::OpBuilder &builder, mlir::Value sum,
                     mlir::FloatType type);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_TIME_WIDETERMS_H
