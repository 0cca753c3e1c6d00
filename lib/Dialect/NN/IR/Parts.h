// Parts.h: helpers of decomposed forms
#ifndef SBP_LIB_DIALECT_NN_IR_PARTS_H
#define SBP_LIB_DIALECT_NN_IR_PARTS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "sbp/Interfaces/StructuredBuilding.h"
#include "sbp/Interfaces/TensorTypes.h"

namespace sbp::nn {

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
    return widenFloat(b, loc, value, compute);
  }
  mlir::Value narrow(mlir::OpBuilder &b, mlir::Value value, mlir::Type type) {
    return narrowFloat(b, loc, value, type);
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
