// Parts.h: helpers of decomposed forms
#ifndef SBP_LIB_DIALECT_NN_IR_PARTS_H
#define SBP_LIB_DIALECT_NN_IR_PARTS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "sbp/Interfaces/HiddenTerms.h"
#include "sbp/Interfaces/StructuredBuilding.h"
#include "sbp/Interfaces/TensorTypes.h"

namespace sbp::nn {

/// Builds scalar code of the bodies of decomposed forms, in the compute type of
/// a float type: f32 for narrower floats, else that type. Functions with a
/// builder argument build at its insertion point.
class PartsBuilder : public StructuredBuilder {
public:
  /// `builder` must outlive this object. `type` is a float or a shaped type of
  /// floats.
  PartsBuilder(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type)
      : StructuredBuilder(builder, loc), builder(builder), loc(loc),
        compute(getComputeType(type)) {}

  /// Returns the tensor type of this shape with elements of the compute type.
  mlir::RankedTensorType getType(llvm::ArrayRef<int64_t> shape) {
    return mlir::RankedTensorType::get(shape, compute);
  }
  /// Returns `number`, rounded to the compute type.
  mlir::TypedAttr getLiteral(double number) {
    return builder.getFloatAttr(compute, number);
  }
  /// Returns minus infinity in the compute type.
  mlir::TypedAttr getLowest() {
    return builder.getFloatAttr(
        compute,
        llvm::APFloat::getInf(compute.getFloatSemantics(), /*Negative=*/true));
  }
  mlir::Value literal(mlir::OpBuilder &builder, double number) {
    return mlir::arith::ConstantOp::create(builder, loc, getLiteral(number));
  }
  /// Returns `value`, a float that is at most as wide, extended to the compute
  /// type.
  mlir::Value widen(mlir::OpBuilder &builder, mlir::Value value) {
    return widenFloat(builder, loc, value, compute);
  }
  /// Returns `value`, in the compute type, rounded to the float type `type`,
  /// which is at most as wide.
  mlir::Value narrow(mlir::OpBuilder &builder, mlir::Value value,
                     mlir::Type type) {
    return narrowFloat(builder, loc, value, type);
  }
  template <typename Op, typename... Values>
  mlir::Value make(mlir::OpBuilder &builder, Values... values) {
    return Op::create(builder, loc, values...);
  }
  mlir::Value add(mlir::OpBuilder &builder, mlir::Value x, mlir::Value y) {
    return make<mlir::arith::AddFOp>(builder, x, y);
  }
  mlir::Value sub(mlir::OpBuilder &builder, mlir::Value x, mlir::Value y) {
    return make<mlir::arith::SubFOp>(builder, x, y);
  }
  mlir::Value mul(mlir::OpBuilder &builder, mlir::Value x, mlir::Value y) {
    return make<mlir::arith::MulFOp>(builder, x, y);
  }
  mlir::Value div(mlir::OpBuilder &builder, mlir::Value x, mlir::Value y) {
    return make<mlir::arith::DivFOp>(builder, x, y);
  }
  /// Returns `product`, of `weight` and a value, or 0 where the weight is 0, as
  /// that of a hidden key, whatever the value is.
  mlir::Value dropHidden(mlir::OpBuilder &builder, mlir::Value weight,
                         mlir::Value product) {
    return sbp::dropHidden(builder, loc, weight, product);
  }
  mlir::Location getLoc() const { return loc; }

private:
  mlir::OpBuilder &builder;
  mlir::Location loc;
  mlir::FloatType compute;
};

} // namespace sbp::nn

#endif // SBP_LIB_DIALECT_NN_IR_PARTS_H
