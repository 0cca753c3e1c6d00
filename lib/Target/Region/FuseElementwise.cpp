// FuseElementwise.cpp: elementwise fusion and the steps around it
//
// Ops are fused in groups, which are planned over a whole block (Fusion.h). A
// reshape between two ops keeps them apart. So fusion alternates with expanding
// the loops of a reshape's producer or reader, which moves the reshape out of
// the way, to their operands.
#include "Fusion.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "sbp/Support/RewriteGreedily.h"
#include "sbp/Target/Region/LaneSums.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp::region;

/// Most rounds of moving reshapes and fusing again.
static constexpr unsigned kMaxRounds = 8;

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

/// Returns whether the reader of `use` visits elements several times although
/// the producer accumulates onto its init.
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

bool sbp::region::addsInLanes(linalg::GenericOp op) {
  return llvm::any_of(op.getBody()->getTerminator()->getOperands(),
                      [](Value value) {
                        Operation *sum = value.getDefiningOp();
                        return sum && sum->hasAttr(kLaneSumAttr);
                      });
}

/// Returns whether moving the reshape of the operand `use` would split a
/// reduction loop of a marked sum, and so change the order of its terms.
static bool splitsSum(OpOperand *use) {
  auto reader = dyn_cast<linalg::GenericOp>(use->getOwner());
  auto reshape = use->get().getDefiningOp<tensor::CollapseShapeOp>();
  if (!reader || !reshape || !addsInLanes(reader))
    return false;
  AffineMap map = reader.getMatchingIndexingMap(use);
  auto kinds = reader.getIteratorTypesArray();
  ArrayRef<int64_t> shape = reshape.getSrcType().getShape();
  for (auto [dim, group] : llvm::enumerate(reshape.getReassociationIndices())) {
    bool isReduced = llvm::any_of(llvm::enumerate(kinds), [&](auto kind) {
      return kind.value() == utils::IteratorType::reduction &&
             map.getResult(dim).isFunctionOfDim(kind.index());
    });
    if (isReduced && llvm::count_if(group, [&](int64_t part) {
                       return shape[part] > 1;
                     }) > 1)
      return true;
  }
  return false;
}

/// Returns whether a reshape between `use` and its producer may be moved.
static bool canMoveReshape(OpOperand *use) {
  Operation *producer = use->get().getDefiningOp();
  if (!producer || isContraction(producer) || isContraction(use->getOwner()) ||
      addsTwice(use) || splitsSum(use))
    return false;
  // Fills are cheap enough to be recomputed in every consumer.
  return producer->hasOneUse() || isFill(producer);
}

/// Adds patterns that drop unread operands, among them inits and scalar
/// constants, and ops without effect.
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
  linalg::populateFoldReshapeOpsByExpansionPatterns(patterns, canMoveReshape);
  tensor::populateReassociativeReshapeFoldingPatterns(patterns);
  return sbp::rewriteGreedily(region, std::move(patterns));
}

/// Plans and fuses the groups of all blocks but the bodies of linalg ops.
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
  // From here on a fill is a generic like any other.
  if (failed(generalizeFills(region)))
    return failure();
  RewritePatternSet patterns(region.getContext());
  addSimplifications(patterns);
  sbp::rewriteGreedily(region, std::move(patterns));
  // Each round moves reshapes past the ops fused so far. After the last round,
  // tensors between remaining reshapes are stored.
  fuseGroups(region);
  for (unsigned round = 0; round < kMaxRounds && moveReshapes(region); ++round)
    fuseGroups(region);
  return success();
}

/// Gives an init that is overwritten a tensor of its own if CSE has merged
/// several: a second fill costs less than a second buffer and a copy.
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
  // In reverse order, so that the first user keeps the original: one before
  // all others would be alive while they run.
  for (OpOperand *init : llvm::reverse(inits))
    unshare(*init);
  return success();
}
