// FoldIndices.cpp: counting tensors become loop indices

#include "ImportPatterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

/// A generic that computes its result from loop indices alone.
static linalg::GenericOp matchSource(Value value) {
  auto op = value.getDefiningOp<linalg::GenericOp>();
  if (!op || op.getNumDpsInputs() != 0 || op.getNumResults() != 1 ||
      !op.getIndexingMapsArray().front().isIdentity() ||
      !op.getBody()->getArgument(0).use_empty())
    return {};
  for (Operation &inner : op.getBody()->without_terminator())
    if (inner.getNumRegions() || !isMemoryEffectFree(&inner) ||
        isa<tensor::ExtractOp>(inner))
      return {};
  return op;
}

/// Copies the body of `source` to the insertion point; `getIndex` gives the
/// value of each of its loops. Returns what the body yields.
static Value cloneBody(OpBuilder &builder, linalg::GenericOp source,
                       function_ref<Value(int64_t)> getIndex) {
  IRMapping mapping;
  for (Operation &inner : source.getBody()->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner))
      mapping.map(index.getResult(), getIndex(index.getDim()));
    else
      builder.clone(inner, mapping);
  }
  return mapping.lookupOrDefault(
      source.getBody()->getTerminator()->getOperand(0));
}

static Value createIndex(OpBuilder &builder, Location loc, AffineExpr expr) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return linalg::IndexOp::create(builder, loc, dim.getPosition());
  return arith::ConstantIndexOp::create(
      builder, loc, cast<AffineConstantExpr>(expr).getValue());
}

namespace {

/// An input that counts: the reader counts itself.
struct InlineSourceInput : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getNumReductionLoops() != 0)
      return rewriter.notifyMatchFailure(op, "its loops sum");
    for (OpOperand *input : op.getDpsInputOperands()) {
      linalg::GenericOp source = matchSource(input->get());
      BlockArgument argument = op.getMatchingBlockArgument(input);
      AffineMap map = op.getMatchingIndexingMap(input);
      if (!source || argument.use_empty() ||
          !map.isProjectedPermutation(/*allowZeroInResults=*/true))
        continue;
      rewriter.setInsertionPointToStart(op.getBody());
      Value counted = cloneBody(rewriter, source, [&](int64_t loop) {
        return createIndex(rewriter, op.getLoc(), map.getResult(loop));
      });
      rewriter.replaceAllUsesWith(argument, counted);
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no input counts");
  }
};

/// Dimensions of size 1 around a tensor that counts: it counts in the new
/// shape.
struct ReshapeSource : OpRewritePattern<tensor::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExpandShapeOp op,
                                PatternRewriter &rewriter) const override {
    linalg::GenericOp source = matchSource(op.getSrc());
    if (!source)
      return rewriter.notifyMatchFailure(op, "nothing counts its source");
    RankedTensorType type = op.getResultType();
    SmallVector<int64_t> place;
    for (const ReassociationIndices &group : op.getReassociationIndices()) {
      place.push_back(group.front());
      for (int64_t dim : group)
        if (type.getDimSize(dim) ==
            op.getSrcType().getDimSize(place.size() - 1))
          place.back() = dim;
      if (type.getDimSize(place.back()) !=
          op.getSrcType().getDimSize(place.size() - 1))
        return rewriter.notifyMatchFailure(
            op, "a dimension is split into more than units");
    }
    Location loc = source.getLoc();
    Value empty = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                          type.getElementType());
    SmallVector<utils::IteratorType> kinds(type.getRank(),
                                           utils::IteratorType::parallel);
    auto map = rewriter.getMultiDimIdentityMap(type.getRank());
    rewriter.replaceOpWithNewOp<linalg::GenericOp>(
        op, type, ValueRange(), ValueRange(empty), ArrayRef(map), kinds,
        [&](OpBuilder &inner, Location bodyLoc, ValueRange) {
          Value counted = cloneBody(inner, source, [&](int64_t loop) {
            return createIndex(inner, bodyLoc,
                               inner.getAffineDimExpr(place[loop]));
          });
          linalg::YieldOp::create(inner, bodyLoc, counted);
        });
    return success();
  }
};

/// A loop index compared with a constant outside its range.
struct DecideIndexComparison : OpRewritePattern<arith::CmpIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::CmpIOp op,
                                PatternRewriter &rewriter) const override {
    Value value = op.getLhs();
    if (auto cast = value.getDefiningOp<arith::IndexCastOp>())
      value = cast.getIn();
    auto index = value.getDefiningOp<linalg::IndexOp>();
    std::optional<int64_t> bound = getConstantIntValue(op.getRhs());
    auto owner = op->getParentOfType<linalg::LinalgOp>();
    if (!index || !bound || !owner)
      return rewriter.notifyMatchFailure(op, "no loop index beside a constant");
    int64_t last = owner.getStaticLoopRanges()[index.getDim()] - 1;
    std::optional<bool> answer = decide(op.getPredicate(), last, *bound);
    if (!answer)
      return rewriter.notifyMatchFailure(op, "the loop reaches both answers");
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(
        op, rewriter.getBoolAttr(*answer));
    return success();
  }

  /// `0..last predicate bound`, where it holds for all or for none.
  static std::optional<bool> decide(arith::CmpIPredicate predicate,
                                    int64_t last, int64_t bound) {
    bool isBelow = last < bound, isAbove = bound < 0;
    switch (predicate) {
    case arith::CmpIPredicate::slt:
      return isBelow        ? std::optional(true)
             : (bound <= 0) ? std::optional(false)
                            : std::nullopt;
    case arith::CmpIPredicate::sge:
      return isBelow        ? std::optional(false)
             : (bound <= 0) ? std::optional(true)
                            : std::nullopt;
    case arith::CmpIPredicate::eq:
      return isBelow || isAbove ? std::optional(false) : std::nullopt;
    case arith::CmpIPredicate::ne:
      return isBelow || isAbove ? std::optional(true) : std::nullopt;
    default:
      return std::nullopt;
    }
  }
};

} // namespace

void sbp::populateFoldIndicesPatterns(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns.add<InlineSourceInput, ReshapeSource, DecideIndexComparison>(
      context);
  arith::IndexCastOp::getCanonicalizationPatterns(patterns, context);
}
