// AllFinite.cpp: constraints and expansion of nn.all_finite

#include "Updates/UpdateBuilder.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

LogicalResult AllFiniteOp::verify() {
  if (getGradients().empty())
    return emitOpError() << "has no operands, expected at least one gradient";
  if (getTensorType(getResult()).getRank() != 0)
    return emitOpError() << "result is " << getResult().getType()
                         << ", expected tensor<i1>";
  return success();
}

SmallVector<unsigned> AllFiniteOp::getStateOperands() { return {}; }
SmallVector<unsigned> AllFiniteOp::getUpdateOperands() { return {}; }
bool AllFiniteOp::readsLikeUpdates() { return true; }

SmallVector<Value>
AllFiniteOp::expand(OpBuilder &builder,
                    llvm::function_ref<void(Operation *, unsigned)> runWhere) {
  UpdateBuilder update(*this, builder, runWhere);
  auto join = [&](OpBuilder &builder, Value x, Value y) -> Value {
    return arith::AndIOp::create(builder, getLoc(), y, x);
  };
  SmallVector<Value> totals = update.foldByPlace(
      getGradients(), builder.getBoolAttr(true),
      [&](OpBuilder &builder, Value element, Value soFar) -> Value {
        // x - x is 0 for finite x, else NaN.
        Value isFinite =
            arith::CmpFOp::create(builder, getLoc(), arith::CmpFPredicate::OEQ,
                                  update.sub(builder, element, element),
                                  update.literal(builder, 0.0));
        return arith::AndIOp::create(builder, getLoc(), soFar, isFinite);
      },
      join);
  update.setPlace(getGradients().size() - 1);
  return {update.joinNumbers(totals, join)};
}
