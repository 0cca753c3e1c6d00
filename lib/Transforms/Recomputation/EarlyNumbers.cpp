// EarlyNumbers.cpp: numbers of a step that need no gradient are computed first
//
// Without this they are part of the region of the first update, which comes
// after all of backward, and every other update waits for it: the gradients of
// all parameters are held at once. Example: in
//   forward, backward, %c = 1 - 0.9^%step, update(%w1, %c), update(%w2, %c)
// %c moves in front of the last op of forward, whose region takes it.

#include "EarlyNumbers.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Transforms/Phases.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace sbp;

static bool isNumber(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() == 0;
}

/// Returns the values that `op`, or an op inside of it, reads from outside.
static llvm::SetVector<Value> getReads(Operation *op) {
  llvm::SetVector<Value> reads;
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (!op->isAncestor(operand.getParentBlock()->getParentOp()))
        reads.insert(operand);
  });
  return reads;
}

void sbp::computeNumbersFirst(func::FuncOp function) {
  Operation *end = findForwardEnd(function);
  if (!end)
    return;
  llvm::SetVector<Operation *> moved;
  for (Operation &op : function.front().without_terminator()) {
    if (!end->isBeforeInBlock(&op) || op.getNumResults() == 0 ||
        !llvm::all_of(op.getResults(), isNumber) || !isMemoryEffectFree(&op) ||
        isSource(&op))
      continue;
    SmallVector<Operation *> sources;
    bool isFree = llvm::all_of(getReads(&op), [&](Value value) {
      Operation *producer = value.getDefiningOp();
      if (!producer)
        return isNumber(value);
      if (moved.contains(producer))
        return true;
      bool isConstant =
          producer->getNumOperands() == 0 && producer->getNumRegions() == 0;
      if (isConstant && end->isBeforeInBlock(producer))
        sources.push_back(producer);
      return isConstant;
    });
    if (!isFree)
      continue;
    moved.insert_range(sources);
    moved.insert(&op);
  }
  for (Operation *op : moved)
    op->moveBefore(end);
}
