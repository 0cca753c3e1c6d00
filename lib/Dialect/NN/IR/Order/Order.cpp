// Order.cpp: helpers of ops that order elements

#include "sbp/Dialect/NN/IR/Order/Order.h"
#include "sbp/Interfaces/Misfit.h"
#include "sbp/Interfaces/RuleBuilding.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

LogicalResult nn::verifyOrderedAxis(Operation *op, RankedTensorType input,
                                    int64_t axis, Type indexType) {
  if (axis < 0 || axis >= input.getRank())
    return emitMisfit(op, {op->getOperand(0)})
           << "axis " << axis << " is not a dimension of " << input;
  int64_t extent = input.getDimSize(axis);
  if (indexType.isInteger(32) && extent > std::numeric_limits<int32_t>::max())
    return emitMisfit(op, {op->getOperand(0)})
           << "indices of i32 cannot count the " << extent
           << " elements of dimension " << axis << "; use i64";
  return success();
}

Rule nn::getOrderRule(Operation *op, int64_t axis, std::string reason) {
  Rule rule;
  auto input = cast<RankedTensorType>(op->getOperand(0).getType());
  for (auto [dim, extent] : llvm::enumerate(input.getShape())) {
    if (static_cast<int64_t>(dim) == axis) {
      rule.factors.push_back(makeBlockedFactor(op, extent, reason));
      continue;
    }
    Factor factor = makeFactor(op, extent);
    llvm::fill(factor.operandDims, std::optional<int64_t>(dim));
    for (auto [result, resultDim] :
         llvm::zip_equal(op->getResults(), factor.resultDims)) {
      bool lacksAxis =
          cast<RankedTensorType>(result.getType()).getRank() < input.getRank();
      bool behind = static_cast<int64_t>(dim) > axis;
      resultDim = lacksAxis && behind ? dim - 1 : dim;
    }
    rule.factors.push_back(std::move(factor));
  }
  return rule;
}

TypedAttr nn::getLowest(Type type) {
  if (auto number = dyn_cast<FloatType>(type))
    return FloatAttr::get(
        type, APFloat::getInf(number.getFloatSemantics(), /*Negative=*/true));
  unsigned width = type.getIntOrFloatBitWidth();
  return IntegerAttr::get(type, width == 1 ? APInt::getZero(1)
                                           : APInt::getSignedMinValue(width));
}

TypedAttr nn::getLastIndex(Type type) {
  return IntegerAttr::get(
      type, APInt::getSignedMaxValue(type.getIntOrFloatBitWidth()));
}

Value nn::buildMaximum(OpBuilder &builder, Location loc, Value a, Value b) {
  if (isa<FloatType>(a.getType()))
    return arith::MaximumFOp::create(builder, loc, a, b);
  if (a.getType().isInteger(1))
    return arith::OrIOp::create(builder, loc, a, b);
  return arith::MaxSIOp::create(builder, loc, a, b);
}

Value nn::buildIsGreater(OpBuilder &builder, Location loc, Value a, Value b) {
  if (!isa<FloatType>(a.getType()))
    return arith::CmpIOp::create(builder, loc,
                                 a.getType().isInteger(1)
                                     ? arith::CmpIPredicate::ugt
                                     : arith::CmpIPredicate::sgt,
                                 a, b);
  // Greater or one of them NaN, and that one is not b.
  Value isAbove =
      arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UGT, a, b);
  Value isNumber =
      arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::ORD, b, b);
  return arith::AndIOp::create(builder, loc, isAbove, isNumber);
}

Value nn::buildIsEqual(OpBuilder &builder, Location loc, Value a, Value b) {
  if (!isa<FloatType>(a.getType()))
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, a, b);
  auto compare = [&](arith::CmpFPredicate predicate, Value x, Value y) {
    return arith::CmpFOp::create(builder, loc, predicate, x, y);
  };
  Value areNaN = arith::AndIOp::create(
      builder, loc, compare(arith::CmpFPredicate::UNO, a, a),
      compare(arith::CmpFPredicate::UNO, b, b));
  return arith::OrIOp::create(builder, loc, areNaN,
                              compare(arith::CmpFPredicate::OEQ, a, b));
}

Value nn::buildIsGreaterOrEarlier(OpBuilder &builder, Location loc, Value x,
                                  Value ix, Value y, Value iy) {
  Value isGreater = buildIsGreater(builder, loc, x, y);
  Value isLess = buildIsGreater(builder, loc, y, x);
  Value isEarlier =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, ix, iy);
  Value never = arith::ConstantIntOp::create(builder, loc, 0, 1);
  Value orEarlier =
      arith::SelectOp::create(builder, loc, isLess, never, isEarlier);
  return arith::OrIOp::create(builder, loc, isGreater, orEarlier);
}
