// Adam.cpp: Adam and AdamW (Kingma and Ba 2015, Loshchilov and Hutter 2019)
//
// The formulas are those of torch.optim. Example: nn.adam becomes a generic
// without loops for the two bias corrections, in f64, and one over the elements
// of the weight with three results.

#include "Updates/Constraints.h"
#include "Updates/OptimizerList.h"
#include "Updates/UpdateBuilder.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

static constexpr OptimizerOption kOptions[] = {{"weight-decay", 0},
                                               {"beta1", 0.9, 0, 1},
                                               {"beta2", 0.999, 0, 1},
                                               {"epsilon", 1e-8}};

static SmallVector<OptimizerState> getStates(const OptimizerNumbers &,
                                             RankedTensorType weight) {
  return {OptimizerState::like(".mean", weight),
          OptimizerState::like(".square", weight)};
}

/// rate / (1 - beta1^step) and 1 / sqrt(1 - beta2^step). In f64, as
/// torch.optim.Adam has them: 1 - 0.999 has three digits less than its terms.
static SmallVector<Value> buildCorrections(UpdateBuilder &update,
                                           const UpdateOperands &operands,
                                           const OptimizerNumbers &numbers) {
  Location loc = update.getLoc();
  return update.getNumbers(
      2, {operands.step, operands.rate},
      [&](OpBuilder &builder, ValueRange elements) -> SmallVector<Value> {
        Value step = update.toDouble(builder, elements[0]);
        auto correction = [&](double beta) -> Value {
          Value power = math::PowFOp::create(
              builder, loc, update.getDouble(builder, beta), step);
          return arith::SubFOp::create(builder, loc,
                                       update.getDouble(builder, 1.0), power);
        };
        Value rate = update.toDouble(builder, elements[1]);
        Value size = arith::DivFOp::create(builder, loc, rate,
                                           correction(numbers["beta1"]));
        Value root =
            math::SqrtOp::create(builder, loc, correction(numbers["beta2"]));
        Value inverse = arith::DivFOp::create(
            builder, loc, update.getDouble(builder, 1.0), root);
        return {size, inverse};
      });
}

static SmallVector<Value> buildUpdate(UpdateBuilder &update,
                                      const UpdateOperands &operands,
                                      const OptimizerNumbers &numbers,
                                      bool isDecoupled) {
  Value oldMean = operands.states[0], oldSquare = operands.states[1];
  SmallVector<Value> corrections = buildCorrections(update, operands, numbers);
  double beta1 = numbers["beta1"], beta2 = numbers["beta2"];
  double decay = numbers["weight-decay"], epsilon = numbers["epsilon"];
  return update.map(
      {operands.weight.getType(), oldMean.getType(), oldSquare.getType()},
      {operands.weight, operands.gradient, oldMean, oldSquare, corrections[0],
       corrections[1], operands.rate},
      [&](OpBuilder &builder, ValueRange elements) -> SmallVector<Value> {
        auto scale = [&](Value value, double factor) {
          return update.mul(builder, value, update.literal(builder, factor));
        };
        Value weight = elements[0], slope = elements[1];
        if (decay != 0 && isDecoupled)
          weight = update.sub(
              builder, weight,
              update.mul(builder, scale(elements[6], decay), weight));
        else if (decay != 0)
          slope = update.add(builder, slope, scale(weight, decay));
        Value mean = update.add(
            builder, elements[2],
            scale(update.sub(builder, slope, elements[2]), 1.0 - beta1));
        Value square =
            update.add(builder, scale(elements[3], beta2),
                       scale(update.mul(builder, slope, slope), 1.0 - beta2));
        Value root = update.mul(
            builder, update.make<math::SqrtOp>(builder, square), elements[5]);
        Value size = update.div(
            builder, mean,
            update.add(builder, root, update.literal(builder, epsilon)));
        Value next =
            update.sub(builder, weight, update.mul(builder, elements[4], size));
        return {next, mean, square};
      });
}

static SmallVector<Value> writeOp(OpBuilder &builder, Location loc,
                                  const UpdateOperands &operands,
                                  const OptimizerNumbers &numbers,
                                  bool isDecoupled) {
  Value mean = operands.states[0], square = operands.states[1];
  auto op = AdamOp::create(
      builder, loc,
      TypeRange{operands.weight.getType(), mean.getType(), square.getType()},
      ValueRange{operands.weight, operands.gradient, mean, square,
                 operands.step, operands.rate});
  op.setBeta1Attr(builder.getF64FloatAttr(numbers["beta1"]));
  op.setBeta2Attr(builder.getF64FloatAttr(numbers["beta2"]));
  op.setEpsilonAttr(builder.getF64FloatAttr(numbers["epsilon"]));
  op.setWeightDecayAttr(builder.getF64FloatAttr(numbers["weight-decay"]));
  op.setDecoupled(isDecoupled);
  return SmallVector<Value>(op->getResults());
}

/// Adam, or AdamW where `isDecoupled`.
template <bool isDecoupled>
static OptimizerKind getKind(llvm::StringLiteral name) {
  return {name,
          kOptions,
          /*countsSteps=*/true,
          getStates,
          [](UpdateBuilder &update, const UpdateOperands &operands,
             const OptimizerNumbers &numbers) {
            return buildUpdate(update, operands, numbers, isDecoupled);
          },
          [](OpBuilder &builder, Location loc, const UpdateOperands &operands,
             const OptimizerNumbers &numbers) {
            return writeOp(builder, loc, operands, numbers, isDecoupled);
          }};
}

static const OptimizerKind kAdam = getKind<false>("adam");
static const OptimizerKind kAdamW = getKind<true>("adamw");

namespace sbp::nn {
void registerAdam(OptimizerList &list) { list.append({kAdam, kAdamW}); }
} // namespace sbp::nn

//===----------------------------------------------------------------------===//
// nn.adam
//===----------------------------------------------------------------------===//

LogicalResult AdamOp::verify() {
  for (auto [value, name] :
       {std::pair(getGradient(), "gradient"), std::pair(getMean(), "mean"),
        std::pair(getSquare(), "square")})
    if (failed(verifyShape(*this, getWeight(), value, name)))
      return failure();
  if (failed(verifyScalar(*this, getStep(), "step")) ||
      failed(verifyScalar(*this, getRate(), "rate")))
    return failure();
  for (const auto &[value, name] :
       {std::pair(getBeta1(), "beta1"), std::pair(getBeta2(), "beta2")})
    if (!(value.convertToDouble() >= 0 && value.convertToDouble() < 1))
      return emitOpError() << name << " is " << value.convertToDouble()
                           << ", expected a number from 0 to below 1";
  if (!(getEpsilon().convertToDouble() >= 0))
    return emitOpError() << "epsilon is " << getEpsilon().convertToDouble()
                         << ", expected at least 0";
  return verifyResults(*this, {getWeight(), getMean(), getSquare()});
}

SmallVector<unsigned> AdamOp::getStateOperands() { return {2, 3}; }
SmallVector<unsigned> AdamOp::getUpdateOperands() { return {0, 1}; }

SmallVector<Value>
AdamOp::expand(OpBuilder &builder,
               llvm::function_ref<void(Operation *, unsigned)> runWhere) {
  UpdateBuilder update(*this, builder, runWhere);
  update.setPlace(2);
  OptimizerNumbers numbers(getDecoupled() ? kAdamW : kAdam);
  numbers.set("beta1", getBeta1().convertToDouble());
  numbers.set("beta2", getBeta2().convertToDouble());
  numbers.set("epsilon", getEpsilon().convertToDouble());
  numbers.set("weight-decay", getWeightDecay().convertToDouble());
  return buildUpdate(update,
                     {getWeight(), getGradient(), getOperands().slice(2, 2),
                      getStep(), getRate()},
                     numbers, getDecoupled());
}
