// FuseElementwise.cpp: elementwise fusion and what goes with it
//
// Ops fuse by groups, which are planned over a whole block (Fusion.h). Reshapes
// between two ops keep them apart, so in turns with it the loops of a reshape's
// producer or reader are expanded, which moves the reshape to their operands.
//
#include "Fusion.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "sbp/Support/RewriteGreedily.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp::region;

/// Turns of moving reshapes and fusing what they kept apart.
static constexpr unsigned kTurns = 8;

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

/// Returns whether a reader of `use` would come to an element several times
/// although the producer adds to what its init has there.
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

/// Returns whether a reshape between `use` and its producer moves away from
/// there.
static bool mayMoveReshape(OpOperand *use) {
  Operation *producer = use->get().getDefiningOp();
  if (!producer || isContraction(producer) || isContraction(use->getOwner()) ||
      addsTwice(use))
    return false;
  // A fill is cheap enough to be computed again in every consumer.
  return producer->hasOneUse() || isFill(producer);
}

/// Drops operands that are not read, among them inits and scalar constants, and
/// ops without effect.
static void addSimplifications(RewritePatternSet &patterns) {
  linalg::populateElementwiseOpsFusionPatterns(
      patterns, [](OpOperand *) { return false; });
  linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
  linalg::GenericOp::getCanonicalizationPatterns(patterns,
                                                 patterns.getContext());
}

/// Moves reshapes out from between elementwise ops. Returns whether any moved.
static bool moveReshapes(func::FuncOp region) {
  RewritePatternSet patterns(region.getContext());
  addSimplifications(patterns);
  linalg::populateFoldReshapeOpsByExpansionPatterns(patterns, mayMoveReshape);
  tensor::populateReassociativeReshapeFoldingPatterns(patterns);
  return sbp::rewriteGreedily(region, std::move(patterns));
}

static void fuseGroups(func::FuncOp region) {
  std::vector<FusionGroup> groups;
  region.walk([&](Block *block) {
    if (!isa<linalg::LinalgOp>(block->getParentOp()))
      llvm::append_range(groups, planFusion(*block));
  });
  IRRewriter rewriter(region.getContext());
  for (FusionGroup &group : groups)
    buildFusedOp(group, rewriter);
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
  RewritePatternSet patterns(region.getContext());
  addSimplifications(patterns);
  sbp::rewriteGreedily(region, std::move(patterns));
  // Each turn moves reshapes past all that is fused by then; where these turns
  // are not enough, tensors between reshapes stay apart.
  fuseGroups(region);
  for (unsigned turn = 0; turn < kTurns && moveReshapes(region); ++turn)
    fuseGroups(region);
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
