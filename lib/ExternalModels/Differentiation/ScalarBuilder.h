// ScalarBuilder.h: float arithmetic for the derivatives of scalar ops
#ifndef SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_SCALARBUILDER_H
#define SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_SCALARBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "sbp/Interfaces/TensorTypes.h"

namespace sbp {

/// Builds float ops at the insertion point of a builder, which must outlive
/// this object; all values of one expression have the same type, and results
/// have it too. The formulas of the models read like the mathematics.
class ScalarBuilder {
public:
  using Value = mlir::Value;
  using Is = mlir::arith::CmpFPredicate;

  ScalarBuilder(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

  /// Returns a constant in the type of `like`.
  Value number(Value like, double value) {
    return mlir::arith::ConstantOp::create(
        builder, loc, builder.getFloatAttr(like.getType(), value));
  }
  Value add(Value x, Value y) { return make<mlir::arith::AddFOp>(x, y); }
  Value sub(Value x, Value y) { return make<mlir::arith::SubFOp>(x, y); }
  Value mul(Value x, Value y) { return make<mlir::arith::MulFOp>(x, y); }
  Value div(Value x, Value y) { return make<mlir::arith::DivFOp>(x, y); }
  Value neg(Value x) { return make<mlir::arith::NegFOp>(x); }
  Value scale(Value x, double factor) { return mul(x, number(x, factor)); }
  Value square(Value x) { return mul(x, x); }
  /// Returns 1 - x * x.
  Value oneMinusSquare(Value x) { return sub(number(x, 1.0), square(x)); }
  /// Returns 1 + x * x.
  Value onePlusSquare(Value x) { return add(number(x, 1.0), square(x)); }
  /// Builds an i1: `x` compares to `y` by `predicate`.
  Value is(Is predicate, Value x, Value y) {
    return mlir::arith::CmpFOp::create(builder, loc, predicate, x, y);
  }
  Value select(Value condition, Value x, Value y) {
    return make<mlir::arith::SelectOp>(condition, x, y);
  }
  /// Returns `x` in a float type that is at least as wide as its own.
  Value widen(Value x, mlir::Type type) {
    return widenFloat(builder, loc, x, type);
  }
  /// Returns `x` rounded to a float type that is at most as wide as its own.
  Value narrow(Value x, mlir::Type type) {
    return narrowFloat(builder, loc, x, type);
  }
  /// Builds a conversion `Op` of `x` to `type`.
  template <typename Op> Value cast(Value x, mlir::Type type) {
    return Op::create(builder, loc, type, x);
  }
  /// Builds an `Op` that infers its type from its operands.
  template <typename Op, typename... Values> Value make(Values... values) {
    return Op::create(builder, loc, values...);
  }
  mlir::OpBuilder &getBuilder() { return builder; }
  mlir::Location getLoc() const { return loc; }

private:
  mlir::OpBuilder &builder;
  mlir::Location loc;
};

} // namespace sbp

#endif // SBP_LIB_EXTERNALMODELS_DIFFERENTIATION_SCALARBUILDER_H
