// Parts.h: helpers of decomposed forms
#ifndef SBP_LIB_DIALECT_NN_IR_PARTS_H
#define SBP_LIB_DIALECT_NN_IR_PARTS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "sbp/Interfaces/StructuredBuilding.h"

namespace sbp::nn {

/// The type that values of `type` are computed in: f32 for what is narrower.
inline mlir::FloatType getComputeType(mlir::Type type) {
  auto number = mlir::cast<mlir::FloatType>(mlir::getElementTypeOrSelf(type));
  return number.getWidth() < 32 ? mlir::Float32Type::get(type.getContext())
                                : number;
}

/// Scalar code of the bodies of decomposed forms, in the compute type.
class PartsBuilder : public StructuredBuilder {
public:
  PartsBuilder(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type)
      : StructuredBuilder(builder, loc), builder(builder), loc(loc),
        compute(getComputeType(type)) {}

  mlir::RankedTensorType getType(llvm::ArrayRef<int64_t> shape) {
    return mlir::RankedTensorType::get(shape, compute);
  }
  mlir::TypedAttr getLiteral(double number) {
    return builder.getFloatAttr(compute, number);
  }
  mlir::TypedAttr getLowest() {
    return builder.getFloatAttr(
        compute,
        llvm::APFloat::getInf(compute.getFloatSemantics(), /*Negative=*/true));
  }
  mlir::Value literal(mlir::OpBuilder &b, double number) {
    return mlir::arith::ConstantOp::create(b, loc, getLiteral(number));
  }
  mlir::Value widen(mlir::OpBuilder &b, mlir::Value value) {
    return value.getType() == compute
               ? value
               : mlir::arith::ExtFOp::create(b, loc, compute, value);
  }
  mlir::Value narrow(mlir::OpBuilder &b, mlir::Value value, mlir::Type type) {
    return value.getType() == type
               ? value
               : mlir::arith::TruncFOp::create(b, loc, type, value);
  }
  template <typename Op, typename... Values>
  mlir::Value make(mlir::OpBuilder &b, Values... values) {
    return Op::create(b, loc, values...);
  }
  mlir::Value add(mlir::OpBuilder &b, mlir::Value x, mlir::Value y) {
    return make<mlir::arith::AddFOp>(b, x, y);
  }
  mlir::Value sub(mlir::OpBuilder &b, mlir::Value x, mlir::Value y) {
    return make<mlir::arith::SubFOp>(b, x, y);
  }
  mlir::Value mul(mlir::OpBuilder &b, mlir::Value x, mlir::Value y) {
    return make<mlir::arith::MulFOp>(b, x, y);
  }
  mlir::Value div(mlir::OpBuilder &b, mlir::Value x, mlir::Value y) {
    return make<mlir::arith::DivFOp>(b, x, y);
  }
  mlir::Location getLoc() const { return loc; }

private:
  mlir::OpBuilder &builder;
  mlir::Location loc;
  mlir::FloatType compute;
};

} // namespace sbp::nn

#endif // SBP_LIB_DIALECT_NN_IR_PARTS_H
