// Gradients.cpp: constraints of nn.gradient and nn.barrier

#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Interfaces/Misfit.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

static bool hasFloats(Value value) {
  return isa<FloatType>(getElementTypeOrSelf(value.getType()));
}

LogicalResult GradientOp::verify() {
  if (!hasFloats(getValue()))
    return emitMisfit(*this, {getValue()})
           << "differentiates " << getValue().getType()
           << ", which has no float elements";
  auto type = cast<RankedTensorType>(getValue().getType());
  if (!getSeed() && type.getRank() != 0)
    return emitMisfit(*this, {getValue()})
           << "differentiates " << type
           << ", which has dimensions, without a seed; reduce it to tensor<"
           << type.getElementType() << ">, or write `seed %s` with a value of "
           << "its type";
  if (getSeed() && getSeed().getType() != type)
    return emitMisfit(*this, {getValue(), getSeed()})
           << "has a seed of " << getSeed().getType() << ", expected " << type;
  if (getWrt().empty())
    return emitOpError() << "differentiates by nothing; expected at least one "
                            "value in `wrt (...)`";
  if (getNumResults() != getWrt().size())
    return emitOpError() << "has " << getNumResults() << " results for "
                         << getWrt().size() << " values in `wrt (...)`";
  for (auto [number, value, result] : llvm::enumerate(getWrt(), getResults())) {
    if (!hasFloats(value))
      return emitMisfit(*this, {value})
             << "differentiates by " << value.getType()
             << ", which has no float elements";
    if (result.getType() != value.getType())
      return emitMisfit(*this, {value})
             << "result #" << number << " is " << result.getType()
             << ", expected " << value.getType();
  }
  return success();
}

LogicalResult BarrierOp::verify() {
  if (getInputs().empty())
    return emitOpError() << "has no operands, expected at least one";
  if (getInputs().getTypes() != getOutputs().getTypes())
    return emitOpError() << "has results of other types than its operands";
  return success();
}
