// RegionReads.cpp: values that an op reads from outside of a region

#include "sbp/Analysis/Scheduling/RegionReads.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sbp/Dialect/SBP/IR/MadeAgain.h"

using namespace mlir;
using namespace sbp;

bool sbp::isTensor(Value value) {
  return isa<RankedTensorType>(value.getType());
}

void sbp::forEachRead(Operation *op, function_ref<void(Value)> visit) {
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands()) {
      Operation *owner = operand.getParentBlock()->getParentOp();
      if (!op->isAncestor(owner))
        visit(getHeldValue(operand));
    }
  });
}

bool sbp::isRematerialised(Operation &op) {
  // An offset read from a tensor, for example, and the arithmetic on it.
  if (isMemoryEffectFree(&op) && llvm::none_of(op.getResults(), isTensor))
    return true;
  if (!isPure(&op))
    return false;
  bool remade = true;
  forEachRead(&op, [&](Value value) {
    if (!isTensor(value))
      return;
    Operation *producer = value.getDefiningOp();
    remade &= producer && llvm::none_of(producer->getOperands(), isTensor) &&
              isPure(producer);
  });
  return remade;
}
