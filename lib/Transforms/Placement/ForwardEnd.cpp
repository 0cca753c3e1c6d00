// ForwardEnd.cpp: the last op of forward that backward depends on

#include "mlir/IR/BuiltinTypes.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Transforms/Phases.h"

using namespace mlir;
using namespace sbp;

/// Returns true if an op of backward reads a result of `op`, possibly boxed.
static bool isReadByBackward(Operation *op, Block &block) {
  return llvm::any_of(op->getUsers(), [&](Operation *user) {
    if (isa<BoxingOp>(user))
      return isReadByBackward(user, block);
    Operation *reader = block.findAncestorOpInBlock(*user);
    return getPhaseOf(reader) == StepPhase::Backward;
  });
}

Operation *sbp::findForwardEnd(func::FuncOp function) {
  if (function.isDeclaration())
    return nullptr;
  Block &block = function.front();
  for (Operation &op : llvm::reverse(block.without_terminator()))
    if (getPhaseOf(&op) == StepPhase::Forward && !isSource(&op) &&
        !isa<BoxingOp>(op) && touchesTensors(&op) &&
        isReadByBackward(&op, block))
      return &op;
  return nullptr;
}
