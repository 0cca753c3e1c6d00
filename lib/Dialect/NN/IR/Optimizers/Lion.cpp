// Lion.cpp: the optimizer Lion (Chen et al. 2023), as optax.lion
//
// The weight moves by the sign of an average of gradient and momentum:
// w - rate * (sign(beta1 m + (1 - beta1) g) + decay w), and then
// m' = beta2 m + (1 - beta2) g.

#include "Updates/OptimizerList.h"
#include "Updates/UpdateBuilder.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

static constexpr OptimizerOption kOptions[] = {
    {"weight-decay", 1e-3}, {"beta1", 0.9, 0, 1}, {"beta2", 0.99, 0, 1}};

static SmallVector<OptimizerState> getStates(const OptimizerNumbers &,
                                             RankedTensorType weight) {
  return {OptimizerState::like(".mean", weight)};
}

/// 1, -1, or `value` where that is a zero or NaN.
static Value getSign(UpdateBuilder &update, OpBuilder &builder, Value value) {
  auto isBeyond = [&](arith::CmpFPredicate predicate) {
    return update.make<arith::CmpFOp>(builder, predicate, value,
                                      update.literal(builder, 0.0));
  };
  Value negative =
      update.make<arith::SelectOp>(builder, isBeyond(arith::CmpFPredicate::OLT),
                                   update.literal(builder, -1.0), value);
  return update.make<arith::SelectOp>(builder,
                                      isBeyond(arith::CmpFPredicate::OGT),
                                      update.literal(builder, 1.0), negative);
}

static SmallVector<Value> update(UpdateBuilder &update,
                                 const UpdateOperands &operands,
                                 const OptimizerNumbers &numbers) {
  double beta1 = numbers["beta1"], beta2 = numbers["beta2"];
  double decay = numbers["weight-decay"];
  return update.map(
      {operands.weight.getType(), operands.states[0].getType()},
      {operands.weight, operands.gradient, operands.states[0], operands.rate},
      [&](OpBuilder &builder, ValueRange elements) -> SmallVector<Value> {
        auto scale = [&](Value value, double factor) {
          return update.mul(builder, value, update.literal(builder, factor));
        };
        auto average = [&](double share) {
          return update.add(builder, scale(elements[1], 1.0 - share),
                            scale(elements[2], share));
        };
        Value move = getSign(update, builder, average(beta1));
        if (decay != 0)
          move = update.add(builder, move, scale(elements[0], decay));
        Value next = update.sub(builder, elements[0],
                                update.mul(builder, elements[3], move));
        return {next, average(beta2)};
      });
}

namespace sbp::nn {
void registerLion(OptimizerList &list) {
  list.push_back({"lion", kOptions, /*countsSteps=*/false, getStates, update});
}
} // namespace sbp::nn
