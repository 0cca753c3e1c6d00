//===- Precision.h - what a result was rounded to on its way --------------===//
#ifndef SBP_TOOLS_SBP_COMPILE_PRECISION_H
#define SBP_TOOLS_SBP_COMPILE_PRECISION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sbp {

/// Says of each float result of a normalised entry, as `sbp.precision`, the
/// coarsest float type that it went through: an f32 sum of f16 products is as
/// exact as f16, whatever its own type. States are followed into their next
/// step.
void addPrecisions(mlir::func::FuncOp entry);

} // namespace sbp

#endif // SBP_TOOLS_SBP_COMPILE_PRECISION_H
