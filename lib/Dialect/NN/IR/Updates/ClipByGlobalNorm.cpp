// ClipByGlobalNorm.cpp: constraints and expansion of nn.clip_by_global_norm

#include "Updates/UpdateBuilder.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Interfaces/Misfit.h"
#include "llvm/ADT/MapVector.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

LogicalResult ClipByGlobalNormOp::verify() {
  if (getGradients().empty())
    return emitOpError() << "has no operands, expected at least one gradient";
  if (!(getMaxNorm().convertToDouble() > 0))
    return emitOpError() << "max_norm is " << getMaxNorm().convertToDouble()
                         << ", expected a number above 0";
  auto norm = RankedTensorType::get({}, getUpdateType(*this));
  if (getNorm().getType() != norm)
    return emitOpError() << "norm is " << getNorm().getType() << ", expected "
                         << norm;
  if (getClipped().size() != getGradients().size())
    return emitOpError() << "has " << getClipped().size() + 1
                         << " results, expected " << getGradients().size() + 1;
  for (auto [number, gradient, clipped] :
       llvm::enumerate(getGradients(), getClipped()))
    if (gradient.getType() != clipped.getType())
      return emitMisfit(*this, {gradient})
             << "result #" << number << " is " << clipped.getType()
             << ", expected " << gradient.getType();
  return success();
}

SmallVector<unsigned> ClipByGlobalNormOp::getStateOperands() { return {}; }
SmallVector<unsigned> ClipByGlobalNormOp::getUpdateOperands() { return {}; }
std::optional<unsigned> ClipByGlobalNormOp::getScaledOperand(unsigned result) {
  return result < getGradients().size() ? std::optional(result) : std::nullopt;
}

SmallVector<Value> ClipByGlobalNormOp::expand(
    OpBuilder &builder,
    llvm::function_ref<void(Operation *, unsigned)> runWhere) {
  UpdateBuilder update(*this, builder, runWhere);
  auto number = RankedTensorType::get({}, getUpdateType(*this));
  auto add = [&](OpBuilder &builder, Value x, Value y) {
    return update.add(builder, x, y);
  };
  SmallVector<Value> totals = update.foldByPlace(
      getGradients(), update.getLiteral(0.0),
      [&](OpBuilder &builder, Value element, Value sum) {
        return update.add(builder, sum, update.mul(builder, element, element));
      },
      add);
  double bound = getMaxNorm().convertToDouble();
  // The last gradient's place has the norm; every other reads one number of it.
  update.setPlace(getGradients().size() - 1);
  SmallVector<Value> common = update.map(
      {number, number}, totals, [&](OpBuilder &builder, ValueRange e) {
        Value sum = e[0];
        for (Value term : e.drop_front())
          sum = update.add(builder, sum, term);
        Value norm = update.make<math::SqrtOp>(builder, sum);
        Value factor = update.div(
            builder, update.literal(builder, bound),
            update.add(builder, norm, update.literal(builder, 1e-6)));
        Value least = update.make<arith::MinimumFOp>(
            builder, factor, update.literal(builder, 1.0));
        return SmallVector<Value>{norm, least};
      });
  SmallVector<Value> results;
  for (auto [index, gradient] : llvm::enumerate(getGradients())) {
    update.setPlace(index);
    results.push_back(update
                          .map(gradient.getType(), {gradient, common[1]},
                               [&](OpBuilder &builder, ValueRange e) {
                                 return SmallVector<Value>{
                                     update.mul(builder, e[0], e[1])};
                               })
                          .front());
  }
  results.push_back(common[0]);
  return results;
}
