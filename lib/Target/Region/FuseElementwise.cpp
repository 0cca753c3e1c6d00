//===- FuseElementwise.cpp - elementwise fusion and what goes with it -----===//
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "sbp/Support/RewriteGreedily.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp::region;

bool sbp::region::isFill(Operation *op) {
  auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
  if (!generic || generic.getNumDpsInputs() != 0 ||
      generic.getNumResults() != 1)
    return false;
  Block *body = generic.getBody();
  Value filled = body->getTerminator()->getOperand(0);
  return body->without_terminator().empty() && // what is there already is none
         filled.getParentBlock() != body;
}

/// Whether fused loops would come to an element of `use` several times although
/// its producer adds to what its init has there: every time would add.
static bool addsTwice(OpOperand *use) {
  auto producer = use->get().getDefiningOp<linalg::LinalgOp>();
  auto reader = dyn_cast<linalg::LinalgOp>(use->getOwner());
  return producer && reader &&
         llvm::any_of(producer.getDpsInitsMutable(),
                      [&](OpOperand &init) {
                        return producer.payloadUsesValueFromOperand(&init);
                      }) &&
         !reader.getMatchingIndexingMap(use).isPermutation();
}

static bool mayFuse(OpOperand *use) {
  Operation *producer = use->get().getDefiningOp();
  if (!producer || isContraction(producer) || isContraction(use->getOwner()) ||
      addsTwice(use))
    return false;
  // A fill is cheap enough to be computed again in every consumer.
  return producer->hasOneUse() || isFill(producer);
}

LogicalResult sbp::region::generalizeFills(func::FuncOp region) {
  IRRewriter rewriter(region.getContext());
  SmallVector<linalg::FillOp> fills;
  region.walk([&](linalg::FillOp op) { fills.push_back(op); });
  for (linalg::FillOp op : fills) {
    rewriter.setInsertionPoint(op);
    if (failed(linalg::generalizeNamedOp(
            rewriter, cast<linalg::LinalgOp>(op.getOperation()))))
      return failure();
  }
  return success();
}

LogicalResult sbp::region::fuseElementwise(func::FuncOp region) {
  // From here a fill is a generic like any other.
  if (failed(generalizeFills(region)))
    return failure();
  MLIRContext *context = region.getContext();
  RewritePatternSet patterns(context);
  linalg::populateElementwiseOpsFusionPatterns(patterns, mayFuse);
  linalg::populateFoldReshapeOpsByExpansionPatterns(patterns, mayFuse);
  linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
  linalg::GenericOp::getCanonicalizationPatterns(patterns, context);
  tensor::populateReassociativeReshapeFoldingPatterns(patterns);
  sbp::rewriteGreedily(region, std::move(patterns));
  return success();
}

/// Writes every sum as it grows: a reduction loop that a result is indexed by.
static bool isScan(linalg::GenericOp op) {
  auto kinds = op.getIteratorTypesArray();
  return llvm::any_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    return llvm::any_of(llvm::enumerate(kinds), [&](auto kind) {
      return kind.value() == utils::IteratorType::reduction &&
             map.isFunctionOfDim(kind.index());
    });
  });
}

LogicalResult sbp::region::allowReassociation(func::FuncOp region) {
  // No `contract`, ever: whether a product and a sum meet in one kernel depends
  // on the layout, and elementwise results must not.
  region.walk([&](linalg::GenericOp op) {
    if (op.getNumReductionLoops() == 0 || isScan(op))
      return;
    for (Value value : op.getBody()->getTerminator()->getOperands())
      if (auto sum = value.getDefiningOp<arith::AddFOp>())
        sum.setFastmath(arith::FastMathFlags::reassoc);
  });
  return success();
}

/// What is written over again has a tensor of its own where CSE has made one of
/// several: filling another costs less than a buffer of its own and a copy.
static void unshare(OpOperand &init) {
  Operation *producer = init.get().getDefiningOp();
  if (!producer || init.get().hasOneUse() ||
      !(isa<tensor::EmptyOp>(producer) || isFill(producer)))
    return;
  OpBuilder builder(init.getOwner());
  Operation *own = builder.clone(*producer);
  init.set(own->getResult(0));
  if (auto fill = dyn_cast<linalg::LinalgOp>(own))
    unshare(fill.getDpsInitsMutable()[0]);
}

LogicalResult sbp::region::unshareInits(func::FuncOp region) {
  SmallVector<OpOperand *> inits;
  region.walk([&](Operation *op) {
    if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
      for (OpOperand &init : loop.getInitsMutable())
        inits.push_back(&init);
    else if (auto writer = dyn_cast<DestinationStyleOpInterface>(op))
      for (OpOperand &init : writer.getDpsInitsMutable())
        inits.push_back(&init);
  });
  // From behind, so that the first keeps what there is: what stands before all
  // others would be alive while they run.
  for (OpOperand *init : llvm::reverse(inits))
    unshare(*init);
  return success();
}
