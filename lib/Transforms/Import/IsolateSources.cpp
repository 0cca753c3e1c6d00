// IsolateSources.cpp: one user per operand-free op

#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_ISOLATESOURCESPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;

/// An init that no element of the result depends on is only a shape; upstream's
/// elementwise conversion puts an input there.
static void emptyDeadInits(linalg::LinalgOp op) {
  for (OpOperand &init : op.getDpsInitsMutable()) {
    auto type = dyn_cast<RankedTensorType>(init.get().getType());
    if (!type || op.payloadUsesValueFromOperand(&init) ||
        init.get().getDefiningOp<tensor::EmptyOp>())
      continue;
    OpBuilder builder(op);
    init.set(tensor::EmptyOp::create(builder, op.getLoc(), type.getShape(),
                                     type.getElementType()));
  }
}

/// Scalar constants of a body stand in it: the op is complete by itself.
static void sinkScalars(linalg::LinalgOp op) {
  if (op->getNumRegions() == 0)
    return;
  Block *body = op.getBlock();
  OpBuilder builder = OpBuilder::atBlockBegin(body);
  DenseMap<Operation *, Value> copies;
  body->walk([&](Operation *inner) {
    for (OpOperand &operand : inner->getOpOperands()) {
      auto constant = operand.get().getDefiningOp<arith::ConstantOp>();
      if (!constant || op->isAncestor(constant))
        continue;
      Value &copy = copies[constant];
      if (!copy)
        copy = builder.clone(*constant)->getResult(0);
      operand.set(copy);
    }
  });
}

/// Constants, tensor.empty, and what linalg makes of nothing but those.
static bool isOfConstants(Operation *op) {
  if (isa<arith::ConstantOp, tensor::EmptyOp>(op))
    return true;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return linalgOp && llvm::all_of(op->getOperands(), [](Value operand) {
           Operation *def = operand.getDefiningOp();
           return def &&
                  (isa<arith::ConstantOp>(def) || (isa<tensor::EmptyOp>(def)));
         });
}

/// One copy of `op` for each of its uses, directly before the user.
static void placeAtUsers(Operation *op, Block &block) {
  if (op->getNumResults() != 1 || !isOfConstants(op))
    return;
  for (OpOperand &use :
       llvm::make_early_inc_range(llvm::drop_begin(op->getUses()))) {
    OpBuilder builder(block.findAncestorOpInBlock(*use.getOwner()));
    use.set(builder.clone(*op)->getResult(0));
  }
  op->moveBefore(block.findAncestorOpInBlock(**op->getUsers().begin()));
}

namespace {
struct IsolateSources : sbp::impl::IsolateSourcesPassBase<IsolateSources> {
  void runOnOperation() override {
    getOperation().walk([](linalg::LinalgOp op) {
      emptyDeadInits(op);
      sinkScalars(op);
    });
    // Users first: a clone needs clones of its own operands.
    Block &block = getOperation().front();
    Operation *previous = nullptr;
    for (Operation *op = block.getTerminator(); op; op = previous) {
      previous = op->getPrevNode();
      if (isOpTriviallyDead(op))
        op->erase();
      else
        placeAtUsers(op, block);
    }
  }
};
} // namespace
