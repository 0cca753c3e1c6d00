// HiddenRows.cpp: rows of attention whose keys are all hidden by finite numbers

#include "HiddenRows.h"
#include "ScoreMask.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sbp/Interfaces/StructuredBuilding.h"

using namespace mlir;
using namespace sbp;

HiddenRows::HiddenRows(OpBuilder &builder, Location loc, Value mask)
    : builder(builder), loc(loc), mask(mask) {
  auto type = cast<RankedTensorType>(mask.getType());
  auto element = cast<FloatType>(type.getElementType());
  StructuredBuilder parts(builder, loc);
  maxima = parts.reduce(
      RankedTensorType::get(type.getShape().drop_back(), element),
      parts.select(type.getRank(), {0, 1, 2}),
      builder.getFloatAttr(element, APFloat::getInf(element.getFloatSemantics(),
                                                    /*Negative=*/true)),
      mask, parts.identity(type.getRank()),
      [&](OpBuilder &builder, ValueRange arguments) -> Value {
        return arith::MaximumFOp::create(builder, loc, arguments[0],
                                         arguments[1]);
      });
}

/// Builds whether `maximum` is that of a hidden row.
static Value isHidden(OpBuilder &builder, Location loc, Value maximum) {
  // A score is added to the number of a condition and changes it a little.
  constexpr double kShare = 0.9;
  auto type = cast<FloatType>(maximum.getType());
  auto constant = [&](double number) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getFloatAttr(type, number));
  };
  Value isLow =
      arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLE, maximum,
                            constant(kShare * getHighestLowScore(type)));
  Value isFinite =
      arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OGT, maximum,
                            constant(-std::numeric_limits<double>::infinity()));
  return arith::AndIOp::create(builder, loc, isLow, isFinite);
}

/// Builds `value` with other elements in hidden rows: with the maximum
/// subtracted, or 0.
Value HiddenRows::select(Value value, bool subtracts) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<AffineExpr> exprs;
  for (auto [dim, size] :
       llvm::enumerate(cast<RankedTensorType>(maxima.getType()).getShape()))
    exprs.push_back(size == 1 ? builder.getAffineConstantExpr(0)
                              : builder.getAffineDimExpr(dim));
  StructuredBuilder parts(builder, loc);
  AffineMap identity = parts.identity(type.getRank());
  AffineMap rows =
      AffineMap::get(type.getRank(), 0, exprs, builder.getContext());
  return parts.map(
      type, {value, maxima}, {identity, rows},
      [&](OpBuilder &builder, ValueRange arguments) -> Value {
        Value other =
            subtracts
                ? arith::SubFOp::create(builder, loc, arguments[0],
                                        arguments[1])
                      .getResult()
                : arith::ConstantOp::create(
                      builder, loc, builder.getZeroAttr(type.getElementType()))
                      .getResult();
        return arith::SelectOp::create(builder, loc,
                                       isHidden(builder, loc, arguments[1]),
                                       other, arguments[0]);
      });
}

Value HiddenRows::shiftMask() { return select(mask, /*subtracts=*/true); }

Value HiddenRows::clear(Value value) {
  return select(value, /*subtracts=*/false);
}
