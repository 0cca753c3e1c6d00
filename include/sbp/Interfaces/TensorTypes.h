// TensorTypes.h: types of tensors, and casts between float widths
#ifndef SBP_INTERFACES_TENSORTYPES_H
#define SBP_INTERFACES_TENSORTYPES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

namespace sbp {

/// Returns the type of `value`, which must be a ranked tensor.
inline mlir::RankedTensorType getTensorType(mlir::Value value) {
  return mlir::cast<mlir::RankedTensorType>(value.getType());
}

/// Returns the number of elements of `value`, a tensor of a static shape, as
/// the double that works and prices are computed in.
inline double countElements(mlir::Value value) {
  return static_cast<double>(getTensorType(value).getNumElements());
}

/// Returns the float type that values of `type`, a float or a tensor of floats,
/// are computed in: f32 for narrower floats, else their own type.
inline mlir::FloatType getComputeType(mlir::Type type) {
  auto number = mlir::cast<mlir::FloatType>(mlir::getElementTypeOrSelf(type));
  return number.getWidth() < 32 ? mlir::Float32Type::get(type.getContext())
                                : number;
}

/// Returns `value` extended to the float type `type`, which is at least as
/// wide; `value` itself if it has that type.
inline mlir::Value widenFloat(mlir::OpBuilder &builder, mlir::Location loc,
                              mlir::Value value, mlir::Type type) {
  return value.getType() == type
             ? value
             : mlir::arith::ExtFOp::create(builder, loc, type, value);
}

/// Returns `value` rounded to the float type `type`, which is at most as wide;
/// `value` itself if it has that type.
inline mlir::Value narrowFloat(mlir::OpBuilder &builder, mlir::Location loc,
                               mlir::Value value, mlir::Type type) {
  return value.getType() == type
             ? value
             : mlir::arith::TruncFOp::create(builder, loc, type, value);
}

} // namespace sbp

#endif // SBP_INTERFACES_TENSORTYPES_H
