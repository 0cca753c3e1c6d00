// Parameters.cpp: arguments whose storage has a price

#include "Parameters.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"

using namespace mlir;

namespace sbp {

func::FuncOp getFunction(BlockArgument argument) {
  return cast<func::FuncOp>(argument.getOwner()->getParentOp());
}

StringAttr getStateName(BlockArgument argument) {
  return getFunction(argument).getArgAttrOfType<StringAttr>(
      argument.getArgNumber(), SBPDialect::kStateAttr);
}

Parameters::Parameters(func::FuncOp function, const CostModel &model)
    : isPriced(model.perStoredByte > 0) {
  double total = 0;
  for (Type type : function.getArgumentTypes())
    total += getNumBytes(cast<RankedTensorType>(type));
  leastBytes = model.parameterShare * total;
}

bool Parameters::contains(BlockArgument argument) const {
  if (getStateName(argument))
    return true;
  bool isFedWhole = !getFunction(argument).getArgAttrOfType<IntegerAttr>(
      argument.getArgNumber(), SBPDialect::kMicrobatchAttr);
  return isPriced && isFedWhole &&
         getNumBytes(cast<RankedTensorType>(argument.getType())) >= leastBytes;
}

} // namespace sbp
