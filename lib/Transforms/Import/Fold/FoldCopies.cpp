// FoldCopies.cpp: transposes and broadcasts become maps

#include "ImportPatterns.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

using namespace mlir;

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

namespace {
/// `result[i..] = source[map(i..)]` with the dimensions of the result as dims.
struct Copy {
  Value source;
  AffineMap map;
};
} // namespace

/// A linalg op that only moves elements: transpose, broadcast or a generic that
/// yields its input. The map has dims (each once) and zeros as results.
static std::optional<Copy> matchCopy(Value value) {
  auto op = value.getDefiningOp<linalg::LinalgOp>();
  if (!op || op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 ||
      op.getNumParallelLoops() != op.getNumLoops())
    return std::nullopt;
  Block *body = op.getBlock();
  if (body->getTerminator()->getOperand(0) != body->getArgument(0))
    return std::nullopt;
  OpOperand *input = op.getDpsInputOperand(0);
  AffineMap source = op.getMatchingIndexingMap(input);
  AffineMap target = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  // Not a tensor: the scalar of a fill.
  if (!isa<RankedTensorType>(input->get().getType()) ||
      !target.isPermutation() ||
      !source.isProjectedPermutation(/*allowZeroInResults=*/true))
    return std::nullopt;
  return Copy{input->get(), source.compose(inversePermutation(target))};
}

/// Whether the dims of `map` rise, so that elements keep their order.
static bool keepsOrder(AffineMap map) {
  int64_t last = -1;
  for (AffineExpr expr : map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim)
      continue;
    if (static_cast<int64_t>(dim.getPosition()) < last)
      return false;
    last = dim.getPosition();
  }
  return true;
}

/// Whether every loop still gets its range from some operand.
static bool coversLoops(linalg::LinalgOp op, ArrayRef<AffineMap> maps) {
  llvm::SmallBitVector covered(op.getNumLoops());
  for (AffineMap map : maps)
    for (AffineExpr expr : map.getResults())
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        covered.set(dim.getPosition());
  return covered.all();
}

static FailureOr<linalg::GenericOp> toGeneric(PatternRewriter &rewriter,
                                              linalg::LinalgOp op) {
  if (auto generic = dyn_cast<linalg::GenericOp>(op.getOperation()))
    return generic;
  return linalg::generalizeNamedOp(rewriter, op);
}

static bool canBecomeGeneric(linalg::LinalgOp op) {
  return isa<linalg::GenericOp>(op.getOperation()) ||
         (!op.hasIndexSemantics() && !isa<linalg::FillOp>(op.getOperation()) &&
          llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
            return map.isProjectedPermutation(/*allowZeroInResults=*/true);
          }));
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {

/// An operand that is a copy: read its source through a composed map.
struct FoldCopyIntoReader : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (!canBecomeGeneric(op))
      return rewriter.notifyMatchFailure(op, "no generic can say it");
    bool isContraction = linalg::isaContractionOpInterface(op);
    for (OpOperand *input : op.getDpsInputOperands()) {
      std::optional<Copy> copy = matchCopy(input->get());
      if (!copy || (!isContraction && !keepsOrder(copy->map)))
        continue;
      unsigned number = input->getOperandNumber();
      SmallVector<AffineMap> maps = op.getIndexingMapsArray();
      maps[number] = copy->map.compose(maps[number]);
      if (!coversLoops(op, maps))
        continue;
      FailureOr<linalg::GenericOp> generic = toGeneric(rewriter, op);
      if (failed(generic))
        return rewriter.notifyMatchFailure(op, "it has no generic form");
      rewriter.modifyOpInPlace(*generic, [&] {
        generic->getInputsMutable()[number].assign(copy->source);
        generic->setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
      });
      return success();
    }
    return rewriter.notifyMatchFailure(
        op, "no operand is a copy that its loops can read through");
  }
};

/// The only reader of a contraction transposes it: the contraction writes the
/// transposed result itself.
struct FoldTransposeIntoProducer : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumResults() != 1)
      return rewriter.notifyMatchFailure(op, "not one result");
    std::optional<Copy> copy = matchCopy(op->getResult(0));
    if (!copy || !copy->map.isPermutation() || copy->map.isIdentity())
      return rewriter.notifyMatchFailure(op, "no permuted copy");
    auto producer = copy->source.getDefiningOp<linalg::LinalgOp>();
    if (!producer || !copy->source.hasOneUse() ||
        !linalg::isaContractionOpInterface(producer))
      return rewriter.notifyMatchFailure(op,
                                         "copies the result of something other "
                                         "than a contraction with one use");
    auto fill =
        producer.getDpsInitOperand(0)->get().getDefiningOp<linalg::FillOp>();
    if (!fill)
      return rewriter.notifyMatchFailure(op,
                                         "the contraction begins with values");
    rewriter.setInsertionPoint(producer);
    auto generic = toGeneric(rewriter, producer);
    if (failed(generic))
      return rewriter.notifyMatchFailure(op, "it has no generic form");
    rewriter.setInsertionPoint(*generic);
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    Value empty = tensor::EmptyOp::create(
        rewriter, op.getLoc(), type.getShape(), type.getElementType());
    Value init =
        linalg::FillOp::create(rewriter, op.getLoc(), fill.value(), empty)
            .getResult(0);
    SmallVector<AffineMap> maps = generic->getIndexingMapsArray();
    maps.back() = inversePermutation(copy->map).compose(maps.back());
    auto merged = linalg::GenericOp::create(
        rewriter, generic->getLoc(), TypeRange(type), generic->getInputs(),
        ValueRange(init), maps, generic->getIteratorTypesArray(),
        /*bodyBuild=*/nullptr, linalg::getPrunedAttributeList(*generic));
    rewriter.inlineRegionBefore(generic->getRegion(), merged.getRegion(),
                                merged.getRegion().begin());
    rewriter.replaceOp(op, merged.getResults());
    return success();
  }
};

/// A copy in the same order to the same shape is its source.
struct EraseIdentityCopy : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumResults() != 1)
      return rewriter.notifyMatchFailure(op, "not one result");
    std::optional<Copy> copy = matchCopy(op->getResult(0));
    if (!copy || !copy->map.isIdentity() ||
        copy->source.getType() != op->getResult(0).getType())
      return rewriter.notifyMatchFailure(op, "no copy in the same order");
    rewriter.replaceOp(op, copy->source);
    return success();
  }
};

} // namespace

void sbp::populateFoldCopiesPatterns(RewritePatternSet &patterns) {
  patterns
      .add<FoldCopyIntoReader, FoldTransposeIntoProducer, EraseIdentityCopy>(
          patterns.getContext());
}
