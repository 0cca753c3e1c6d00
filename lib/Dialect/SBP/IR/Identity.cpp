// Identity.cpp: neutral elements of combiners, and their ops on scalars

#include "sbp/Dialect/SBP/IR/Identity.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace sbp;

static APFloat getFloatIdentity(Combiner combiner,
                                const llvm::fltSemantics &semantics) {
  switch (combiner) {
  case Combiner::Prod:
    return APFloat::getOne(semantics);
  case Combiner::Max:
    return APFloat::getInf(semantics, /*Negative=*/true);
  case Combiner::Min:
    return APFloat::getInf(semantics);
  case Combiner::MaxNum:
  case Combiner::MinNum:
    return APFloat::getQNaN(semantics); // dropped by everything else
  default:
    return APFloat::getZero(semantics, /*Negative=*/true);
  }
}

static APInt getIntegerIdentity(Combiner combiner, unsigned width) {
  switch (combiner) {
  case Combiner::Prod:
    return APInt(width, 1);
  case Combiner::Max:
    return APInt::getSignedMinValue(width);
  case Combiner::Min:
    return APInt::getSignedMaxValue(width);
  case Combiner::UMin:
  case Combiner::And:
    return APInt::getAllOnes(width);
  default:
    return APInt::getZero(width);
  }
}

TypedAttr sbp::getIdentityAttr(Combiner combiner, Type type) {
  if (auto floatType = dyn_cast<FloatType>(type))
    return FloatAttr::get(
        type, getFloatIdentity(combiner, floatType.getFloatSemantics()));
  return IntegerAttr::get(
      type, getIntegerIdentity(combiner, type.getIntOrFloatBitWidth()));
}

template <typename FloatOp, typename IntegerOp>
static Value buildEither(OpBuilder &builder, Location loc, Value a, Value b) {
  if (isa<FloatType>(a.getType()))
    return FloatOp::create(builder, loc, a, b);
  return IntegerOp::create(builder, loc, a, b);
}

Value sbp::buildCombination(OpBuilder &builder, Location loc, Combiner combiner,
                            Value a, Value b) {
  switch (combiner) {
  case Combiner::Sum:
    return buildEither<arith::AddFOp, arith::AddIOp>(builder, loc, a, b);
  case Combiner::Prod:
    return buildEither<arith::MulFOp, arith::MulIOp>(builder, loc, a, b);
  case Combiner::Max:
    return buildEither<arith::MaximumFOp, arith::MaxSIOp>(builder, loc, a, b);
  case Combiner::Min:
    return buildEither<arith::MinimumFOp, arith::MinSIOp>(builder, loc, a, b);
  case Combiner::MaxNum:
    return arith::MaxNumFOp::create(builder, loc, a, b);
  case Combiner::MinNum:
    return arith::MinNumFOp::create(builder, loc, a, b);
  case Combiner::UMax:
    return arith::MaxUIOp::create(builder, loc, a, b);
  case Combiner::UMin:
    return arith::MinUIOp::create(builder, loc, a, b);
  case Combiner::And:
    return arith::AndIOp::create(builder, loc, a, b);
  case Combiner::Or:
    return arith::OrIOp::create(builder, loc, a, b);
  }
  llvm_unreachable("all combiners are covered");
}
