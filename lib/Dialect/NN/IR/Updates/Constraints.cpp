// Constraints.cpp: checks that verifiers of updates share

#include "Updates/Constraints.h"
#include "sbp/Interfaces/Misfit.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace mlir;
using namespace sbp;

LogicalResult sbp::nn::verifyShape(Operation *op, Value weight, Value value,
                                   StringRef name) {
  if (getTensorType(value).getShape() == getTensorType(weight).getShape())
    return success();
  return emitMisfit(op, {weight, value})
         << name << " is " << value.getType() << " for a weight of "
         << weight.getType() << "; expected the same shape";
}

LogicalResult sbp::nn::verifyScalar(Operation *op, Value value,
                                    StringRef name) {
  if (getTensorType(value).getRank() == 0)
    return success();
  return emitMisfit(op, {value}) << name << " is " << value.getType()
                                 << ", expected a tensor without dimensions";
}

LogicalResult sbp::nn::verifyResults(Operation *op, ValueRange states) {
  if (op->getNumResults() != states.size())
    return op->emitOpError() << "has " << op->getNumResults()
                             << " results, expected " << states.size();
  for (auto [number, state, type] :
       llvm::enumerate(states, op->getResultTypes()))
    if (state.getType() != type)
      return emitMisfit(op, {state}) << "result #" << number << " is " << type
                                     << ", expected " << state.getType();
  return success();
}
