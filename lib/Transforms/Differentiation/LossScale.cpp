// LossScale.cpp: steps whose gradients are derived from a scaled loss

#include "LossScale.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sbp/Interfaces/StructuredBuilding.h"

using namespace mlir;
using namespace sbp;

static Value getConstant(OpBuilder &builder, Location loc, TypedAttr value) {
  return arith::ConstantOp::create(builder, loc, value);
}

Value LossScaleWriter::invert(Value scale) {
  StructuredBuilder parts(builder, loc);
  return parts.map(
      cast<RankedTensorType>(scale.getType()), scale, parts.identity(0),
      [&](OpBuilder &builder, ValueRange e) -> Value {
        Value one = getConstant(builder, loc, builder.getF32FloatAttr(1));
        return arith::DivFOp::create(builder, loc, one, e[0]);
      });
}

Value LossScaleWriter::multiply(Value gradient, Value factor) {
  auto type = cast<RankedTensorType>(gradient.getType());
  StructuredBuilder parts(builder, loc);
  return parts.map(
      type, {gradient, factor},
      {parts.identity(type.getRank()), parts.select(type.getRank(), {})},
      [&](OpBuilder &builder, ValueRange e) -> Value {
        Value by = e[1];
        if (by.getType() != type.getElementType())
          by = arith::ExtFOp::create(builder, loc, type.getElementType(), by);
        return arith::MulFOp::create(builder, loc, e[0], by);
      });
}

Value LossScaleWriter::choose(Value isFinite, Value next, Value old) {
  auto type = cast<RankedTensorType>(next.getType());
  StructuredBuilder parts(builder, loc);
  AffineMap whole = parts.identity(type.getRank());
  return parts.map(type, {isFinite, next, old},
                   {parts.select(type.getRank(), {}), whole, whole},
                   [&](OpBuilder &builder, ValueRange e) -> Value {
                     return arith::SelectOp::create(builder, loc, e[0], e[1],
                                                    e[2]);
                   });
}

std::pair<Value, Value> LossScaleWriter::update(const LossScale &settings,
                                                Value isFinite, Value scale,
                                                Value good) {
  StructuredBuilder parts(builder, loc);
  SmallVector<AffineMap> maps(3, parts.identity(0));
  // Numbers of good steps so far, and whether they suffice with this one.
  auto isLast = [&](OpBuilder &builder, Value soFar) -> Value {
    Value last = getConstant(builder, loc,
                             builder.getI64IntegerAttr(settings.goodSteps - 1));
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge, soFar,
                                 last);
  };
  Value nextScale = parts.map(
      cast<RankedTensorType>(scale.getType()), {isFinite, scale, good}, maps,
      [&](OpBuilder &builder, ValueRange e) -> Value {
        auto scaleBy = [&](float factor) -> Value {
          return arith::MulFOp::create(
              builder, loc, e[1],
              getConstant(builder, loc, builder.getF32FloatAttr(factor)));
        };
        Value grown = arith::SelectOp::create(
            builder, loc, isLast(builder, e[2]), scaleBy(2), e[1]);
        return arith::SelectOp::create(builder, loc, e[0], grown, scaleBy(0.5));
      });
  Value nextGood = parts.map(
      cast<RankedTensorType>(good.getType()), {isFinite, good},
      ArrayRef(maps).drop_back(),
      [&](OpBuilder &builder, ValueRange e) -> Value {
        Value none = getConstant(builder, loc, builder.getI64IntegerAttr(0));
        Value more = arith::AddIOp::create(
            builder, loc, e[1],
            getConstant(builder, loc, builder.getI64IntegerAttr(1)));
        Value kept = arith::SelectOp::create(builder, loc,
                                             isLast(builder, e[1]), none, more);
        return arith::SelectOp::create(builder, loc, e[0], kept, none);
      });
  return {nextScale, nextGood};
}
