// Sums.h: scalar code of sums of any element type
#ifndef SBP_LIB_DIALECT_NN_IR_SUMS_H
#define SBP_LIB_DIALECT_NN_IR_SUMS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sbp/Interfaces/StructuredBuilding.h"
#include "sbp/Interfaces/TensorTypes.h"

namespace sbp::nn {

/// Returns the type that elements of `type` are summed in: f32 for floats below
/// 32 bits, else their own type.
inline mlir::Type getSumType(mlir::Type type) {
  mlir::Type element = mlir::getElementTypeOrSelf(type);
  if (mlir::isa<mlir::FloatType>(element) &&
      element.getIntOrFloatBitWidth() < 32)
    return mlir::Float32Type::get(type.getContext());
  return element;
}

/// Builds scalar code of the bodies of sums, in the sum type of an element
/// type.
class SumBuilder : public StructuredBuilder {
public:
  /// `builder` must outlive this object. `type` is a number or a shaped type of
  /// numbers.
  SumBuilder(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type)
      : StructuredBuilder(builder, loc), builder(builder), loc(loc),
        sumType(getSumType(type)) {}

  mlir::Type getType() const { return sumType; }
  mlir::RankedTensorType getType(llvm::ArrayRef<int64_t> shape) const {
    return mlir::RankedTensorType::get(shape, sumType);
  }
  mlir::TypedAttr getZero() { return builder.getZeroAttr(sumType); }
  /// Returns `value`, an element, in the sum type.
  mlir::Value widen(mlir::OpBuilder &builder, mlir::Value value) const {
    return widenFloat(builder, loc, value, sumType);
  }
  /// Returns `sum`, in the sum type, rounded to the element type `type`.
  mlir::Value narrow(mlir::OpBuilder &builder, mlir::Value sum,
                     mlir::Type type) const {
    return narrowFloat(builder, loc, sum, type);
  }
  /// Builds x + y for two values of the sum type; integers wrap.
  mlir::Value add(mlir::OpBuilder &builder, mlir::Value x,
                  mlir::Value y) const {
    if (mlir::isa<mlir::FloatType>(sumType))
      return mlir::arith::AddFOp::create(builder, loc, x, y);
    return mlir::arith::AddIOp::create(builder, loc, x, y);
  }

protected:
  mlir::OpBuilder &builder;
  mlir::Location loc;

private:
  mlir::Type sumType;
};

} // namespace sbp::nn

#endif // SBP_LIB_DIALECT_NN_IR_SUMS_H
