// SGD.cpp: stochastic gradient descent, as torch.optim.SGD with dampening 0
//
// Example: with a velocity, one generic over the elements of the weight with
// two results.

#include "Updates/Constraints.h"
#include "Updates/OptimizerList.h"
#include "Updates/UpdateBuilder.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

static constexpr OptimizerOption kOptions[] = {
    {"weight-decay", 0}, {"momentum", 0}, {"nesterov", 0}};

static SmallVector<OptimizerState> getStates(const OptimizerNumbers &numbers,
                                             RankedTensorType weight) {
  if (numbers["momentum"] == 0)
    return {};
  return {OptimizerState::like(".velocity", weight)};
}

static SmallVector<Value> update(UpdateBuilder &update,
                                 const UpdateOperands &operands,
                                 const OptimizerNumbers &numbers) {
  bool hasVelocity = !operands.states.empty();
  SmallVector<Value> reads = {operands.weight, operands.gradient,
                              operands.rate};
  SmallVector<Type> types = {operands.weight.getType()};
  llvm::append_range(reads, operands.states);
  llvm::append_range(types, operands.states.getTypes());
  double momentum = numbers["momentum"], decay = numbers["weight-decay"];
  bool isNesterov = numbers["nesterov"] != 0;
  return update.map(types, reads, [&](OpBuilder &builder, ValueRange elements) {
    auto scale = [&](Value value, double factor) {
      return update.mul(builder, value, update.literal(builder, factor));
    };
    Value slope = elements[1];
    if (decay != 0)
      slope = update.add(builder, slope, scale(elements[0], decay));
    SmallVector<Value> next;
    if (hasVelocity) {
      Value velocity = update.add(builder, scale(elements[3], momentum), slope);
      next.push_back(velocity);
      slope = isNesterov ? update.add(builder, slope, scale(velocity, momentum))
                         : velocity;
    }
    next.insert(next.begin(),
                update.sub(builder, elements[0],
                           update.mul(builder, slope, elements[2])));
    return next;
  });
}

static SmallVector<Value> write(OpBuilder &builder, Location loc,
                                const UpdateOperands &operands,
                                const OptimizerNumbers &numbers) {
  Value velocity = operands.states.empty() ? Value() : operands.states.front();
  SmallVector<Type> types = {operands.weight.getType()};
  llvm::append_range(types, operands.states.getTypes());
  auto op = SGDOp::create(
      builder, loc, types, operands.weight, operands.gradient, operands.rate,
      velocity, builder.getF64FloatAttr(numbers["momentum"]),
      numbers["nesterov"] != 0 ? builder.getUnitAttr() : UnitAttr(),
      builder.getF64FloatAttr(numbers["weight-decay"]));
  return SmallVector<Value>(op->getResults());
}

static const OptimizerKind kSGD = {"sgd",     kOptions, /*countsSteps=*/false,
                                   getStates, update,   write};

namespace sbp::nn {
void registerSGD(OptimizerList &list) { list.push_back(kSGD); }
} // namespace sbp::nn

//===----------------------------------------------------------------------===//
// nn.sgd
//===----------------------------------------------------------------------===//

LogicalResult SGDOp::verify() {
  if (failed(verifyShape(*this, getWeight(), getGradient(), "gradient")) ||
      failed(verifyScalar(*this, getRate(), "rate")))
    return failure();
  SmallVector<Value> states = {getWeight()};
  if (Value velocity = getVelocity()) {
    if (failed(verifyShape(*this, getWeight(), velocity, "velocity")))
      return failure();
    states.push_back(velocity);
  } else if (getNesterov() || !getMomentum().isZero()) {
    return emitOpError() << "has momentum but no velocity; write `momentum %m`";
  }
  return verifyResults(*this, states);
}

SmallVector<unsigned> SGDOp::getStateOperands() {
  return getVelocity() ? SmallVector<unsigned>{3} : SmallVector<unsigned>{};
}
SmallVector<unsigned> SGDOp::getUpdateOperands() { return {0, 1}; }

SmallVector<Value>
SGDOp::expand(OpBuilder &builder,
              llvm::function_ref<void(Operation *, unsigned)> runWhere) {
  UpdateBuilder updates(*this, builder, runWhere);
  OptimizerNumbers numbers(kSGD);
  numbers.set("momentum", getMomentum().convertToDouble());
  numbers.set("nesterov", getNesterov());
  numbers.set("weight-decay", getWeightDecay().convertToDouble());
  ValueRange states = getVelocity() ? getOperands().take_back() : ValueRange();
  return update(updates, {getWeight(), getGradient(), states, {}, getRate()},
                numbers);
}
