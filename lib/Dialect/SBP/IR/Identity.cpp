// Identity.cpp: neutral elements of combiners

#include "sbp/Dialect/SBP/IR/Identity.h"
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
