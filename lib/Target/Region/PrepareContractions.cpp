// PrepareContractions.cpp: brings contractions to a plain, marked form
//
// A contraction becomes one generic with the body `out + a * b` in f32 or f64.
// It reads and writes through the transposes around it, which the strides of
// the gemm call absorb. For example, transpose(x) followed by matmul(x', w)
// becomes a contraction that indexes x as (d2, d0), and a truncf after it
// stays an op.
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/Matchers.h"
#include "sbp/Support/RewriteGreedily.h"
#include "sbp/Target/Region/ContractionBody.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp::region;

/// Matches sums of products with reuse, and dot products. Rows of dot products
/// without reuse (`sum_j a[i,j] b[i,j]`) stay reductions: a loop reads every
/// element once, as a call per row would.
static std::optional<ContractionBody> matchGemm(linalg::GenericOp op) {
  std::optional<ContractionBody> body = matchContractionBody(op);
  if (!body)
    return std::nullopt;
  bool isDot = llvm::all_of(
      llvm::zip(op.getIteratorTypesArray(), op.getStaticLoopRanges()),
      [](auto loop) {
        return std::get<0>(loop) == utils::IteratorType::reduction ||
               std::get<1>(loop) == 1;
      });
  if (!isDot && !reusesElements(op, *body, /*bothSides=*/false))
    return std::nullopt;
  return body;
}

static bool becomesContraction(Operation *op) {
  auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
  return generic && matchGemm(generic);
}

/// Returns whether `op` can be part of a contraction's epilogue: elementwise,
/// with the only use of the result.
static bool followsContraction(Operation *op) {
  auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
  return generic && generic.getNumReductionLoops() == 0 &&
         generic->getNumResults() == 1 &&
         llvm::any_of(generic.getDpsInputs(), [](Value input) {
           Operation *producer = input.getDefiningOp();
           return input.hasOneUse() && (becomesContraction(producer) ||
                                        followsContraction(producer));
         });
}

/// Folds collapse_shape of operands and expand_shape of results into the loops
/// of contractions, which exposes the transposes before them. With
/// `withFollowers`, reshapes of their epilogues too, since a reshape would
/// separate the two.
static void expandContractions(func::FuncOp region, bool withFollowers) {
  RewritePatternSet patterns(region.getContext());
  linalg::populateFoldReshapeOpsByExpansionPatterns(
      patterns, [=](OpOperand *use) {
        // The init is skipped: a fill has no transpose before it.
        if (auto generic = dyn_cast<linalg::GenericOp>(use->getOwner());
            generic && generic.isDpsInit(use))
          return false;
        Operation *producer = use->get().getDefiningOp();
        return becomesContraction(use->getOwner()) ||
               becomesContraction(producer) ||
               (withFollowers && isa<tensor::ExpandShapeOp>(use->getOwner()) &&
                use->get().hasOneUse() && followsContraction(producer));
      });
  // Fills keep their form, so that zero inits are recognised.
  linalg::FillOp::getCanonicalizationPatterns(patterns, region.getContext());
  sbp::rewriteGreedily(region, std::move(patterns));
}

/// Matches an op whose element depends on one element of another tensor, found
/// by permuted or broadcast dims. Returns that tensor with its indices in terms
/// of the dims of `value`.
static std::optional<std::pair<Value, AffineMap>> matchSource(Value value) {
  auto op = value.getDefiningOp<linalg::GenericOp>();
  if (!op || op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 ||
      op.getNumReductionLoops() != 0)
    return std::nullopt;
  AffineMap in = op.getIndexingMapsArray()[0];
  AffineMap out = op.getIndexingMapsArray()[1];
  if (!out.isPermutation() || !in.isProjectedPermutation(/*allowZero=*/true))
    return std::nullopt;
  return std::pair(op.getDpsInputs()[0], in.compose(inversePermutation(out)));
}

std::optional<std::pair<Value, AffineMap>> sbp::region::matchMove(Value value) {
  auto source = matchSource(value);
  if (!source)
    return std::nullopt;
  Block *body = cast<linalg::GenericOp>(value.getDefiningOp()).getBody();
  bool isCopy = body->getTerminator()->getOperand(0) == body->getArgument(0);
  return isCopy ? source : std::nullopt;
}

/// Returns whether the operands give the extent of each loop. A loop that
/// occurs in sums and multiples alone has none.
static bool giveExtents(ArrayRef<AffineMap> maps) {
  return bool(
      inversePermutation(concatAffineMaps(maps, maps.front().getContext())));
}

/// Replaces operands that are transposed or broadcast copies by their sources.
static void readThroughMoves(linalg::GenericOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  for (unsigned i = 0; i < op.getNumDpsInputs(); ++i)
    while (auto move = matchMove(op.getDpsInputs()[i])) {
      AffineMap copied = maps[i];
      maps[i] = move->second.compose(copied);
      if (!giveExtents(maps)) {
        maps[i] = copied;
        break;
      }
      op->setOperand(i, move->first);
    }
  op.setIndexingMapsAttr(Builder(op).getAffineMapArrayAttr(maps));
}

/// Variant of matchMove for a tensor of f32 that widens one of bf16 or f16. No
/// dim is broadcast.
static std::optional<std::pair<Value, AffineMap>> matchWidening(Value value) {
  auto source = matchSource(value);
  if (!source || !source->second.isPermutation())
    return std::nullopt;
  Block *body = cast<linalg::GenericOp>(value.getDefiningOp()).getBody();
  auto cast =
      body->getTerminator()->getOperand(0).getDefiningOp<arith::ExtFOp>();
  bool isWidening =
      cast && cast.getIn() == body->getArgument(0) && cast.getType().isF32() &&
      (cast.getIn().getType().isBF16() || cast.getIn().getType().isF16());
  return isWidening ? source : std::nullopt;
}

/// Lets contractions widen their operands themselves: exporters widen the
/// factors of a bf16 product first where a bias follows.
static void readThroughWidenings(func::FuncOp region) {
  region.walk([](linalg::GenericOp op) {
    if (!becomesContraction(op))
      return;
    readThroughMoves(op);
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    OpBuilder builder = OpBuilder::atBlockBegin(op.getBody());
    for (unsigned i = 0; i < op.getNumDpsInputs(); ++i) {
      auto widening = matchWidening(op.getDpsInputs()[i]);
      if (!widening)
        continue;
      op->setOperand(i, widening->first);
      maps[i] = widening->second.compose(maps[i]);
      BlockArgument element = op.getBody()->getArgument(i);
      Type wide = element.getType();
      element.setType(getElementTypeOrSelf(widening->first.getType()));
      auto widened = arith::ExtFOp::create(builder, op.getLoc(), wide, element);
      element.replaceAllUsesExcept(widened, widened);
    }
    op.setIndexingMapsAttr(builder.getAffineMapArrayAttr(maps));
    readThroughMoves(op);
  });
}

/// Returns whether all elements are zero, so that the init need not be read.
static bool isZeroFill(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp,
             tensor::ExtractSliceOp>(op))
      break;
    value = op->getOperand(0);
  }
  if (auto fill = value.getDefiningOp<linalg::FillOp>())
    return matchPattern(fill.getInputs()[0], m_AnyZeroFloat());
  // Fusion turns fills into generics.
  auto generic = value.getDefiningOp<linalg::GenericOp>();
  if (!generic || !generic.getBody()->without_terminator().empty())
    return false;
  Value filled = generic.getBody()->getTerminator()->getOperand(0);
  if (auto argument = dyn_cast<BlockArgument>(filled))
    if (argument.getOwner() == generic.getBody())
      filled = generic->getOperand(argument.getArgNumber());
  return matchPattern(filled, m_AnyZeroFloat());
}

/// Writes a result that is only transposed in the transposed layout. Requires
/// that the init is not read, as it would have to be transposed instead.
static void writeThroughMove(linalg::GenericOp op, RewriterBase &rewriter) {
  if (!op->hasAttr(kBetaZeroAttr) || !op->getResult(0).hasOneUse())
    return;
  auto move = dyn_cast<linalg::GenericOp>(*op->getResult(0).getUsers().begin());
  if (!move || move.getNumDpsInputs() != 1)
    return;
  if (move.getDpsInputs()[0] != op->getResult(0))
    return;
  auto matched = matchMove(move->getResult(0));
  if (!matched || !matched->second.isPermutation())
    return;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps.back() = inversePermutation(matched->second).compose(maps.back());
  rewriter.setInsertionPoint(move);
  auto type = cast<RankedTensorType>(move->getResult(0).getType());
  Value init = tensor::EmptyOp::create(rewriter, op.getLoc(), type.getShape(),
                                       type.getElementType());
  auto moved =
      linalg::GenericOp::create(rewriter, op.getLoc(), type, op.getDpsInputs(),
                                init, maps, op.getIteratorTypesArray());
  moved->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  moved.getRegion().takeBody(op.getRegion());
  rewriter.replaceOp(move, moved->getResults());
  rewriter.eraseOp(op);
}

/// Narrow operands that contractions read without a cast: bf16 if both sides
/// are, or any bf16 and f16.
enum class NarrowSides { Bf16, Kept };

/// Returns whether the factor is one narrow input, possibly widened in the
/// body.
static bool isNarrow(linalg::GenericOp op, const Factor &factor,
                     NarrowSides mode) {
  if (factor.inputs.size() != 1 ||
      !llvm::all_of(factor.ops, llvm::IsaPred<arith::ExtFOp>))
    return false;
  Type type = getElementTypeOrSelf(op.getDpsInputs()[factor.inputs.front()]);
  return type.isBF16() || (mode == NarrowSides::Kept && type.isF16());
}

/// Builds the plain form: in f64 if the result is, else in f32. Narrow sides
/// keep their type if `mode` allows it.
static linalg::GenericOp makePlain(linalg::GenericOp op,
                                   const ContractionBody &body,
                                   NarrowSides mode, RewriterBase &rewriter) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  auto resultType = cast<RankedTensorType>(op->getResult(0).getType());
  Type type = resultType.getElementType().isF64() ? rewriter.getF64Type()
                                                  : rewriter.getF32Type();
  bool needsBoth = mode == NarrowSides::Bf16 &&
                   !(isNarrow(op, body.a, mode) && isNarrow(op, body.b, mode));
  auto getSide = [&](const Factor &factor) -> Side {
    if (!type.isF32() || needsBoth || !isNarrow(op, factor, mode))
      return materializeFactor(rewriter, op, factor, type);
    unsigned input = factor.inputs.front();
    return {op.getDpsInputs()[input], op.getIndexingMapsArray()[input]};
  };
  Side a = getSide(body.a), b = getSide(body.b);
  Value init = op.getDpsInits()[0];
  bool betaZero = isZeroFill(init);
  if (betaZero)
    init = tensor::EmptyOp::create(rewriter, loc, resultType.getShape(), type);
  else
    init = castTensor(rewriter, loc, init, type);
  AffineMap out = op.getIndexingMapsArray().back();
  auto plain = linalg::GenericOp::create(
      rewriter, loc, init.getType(), ValueRange{a.tensor, b.tensor}, init,
      ArrayRef<AffineMap>{a.map, b.map, out}, op.getIteratorTypesArray(),
      [&](OpBuilder &builder, Location, ValueRange arguments) {
        Value x = arguments[0], y = arguments[1];
        for (Value *side : {&x, &y})
          if (side->getType() != type)
            *side = arith::ExtFOp::create(builder, loc, type, *side);
        Value product = arith::MulFOp::create(builder, loc, x, y);
        Value sum = arith::AddFOp::create(builder, loc, arguments[2], product);
        linalg::YieldOp::create(builder, loc, sum);
      });
  plain->setAttr(kContractionAttr, rewriter.getUnitAttr());
  if (betaZero)
    plain->setAttr(kBetaZeroAttr, rewriter.getUnitAttr());
  if (betaZero && body.hidesTerms)
    plain->setAttr(kHidesTermsAttr, rewriter.getUnitAttr());
  rewriter.replaceOp(op, castTensor(rewriter, loc, plain->getResult(0),
                                    resultType.getElementType()));
  return plain;
}

/// Removes the mark from sums of squares: upstream merges the two equal inputs
/// of a tensor's product with itself into one, which a plain loop handles and a
/// gemm does not. Where narrow sides are kept, products of two vectors lose it,
/// too: they reuse no element, and fuse with what follows them.
static void unmarkSums(func::FuncOp region, NarrowSides mode) {
  OpBuilder builder(region.getContext());
  region.walk([&](linalg::GenericOp op) {
    if (!op->hasAttr(kContractionAttr))
      return;
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    bool isOfVectors =
        mode == NarrowSides::Kept && op.getNumParallelLoops() == 0;
    if (op.getNumDpsInputs() == 2 && !isOfVectors &&
        (op.getDpsInputs()[0] != op.getDpsInputs()[1] || maps[0] != maps[1]))
      return;
    op->removeAttr(kContractionAttr);
    if (!op->removeAttr(kBetaZeroAttr))
      return;
    builder.setInsertionPoint(op);
    OpOperand &init = op.getDpsInitsMutable()[0];
    Value zero = arith::ConstantOp::create(
        builder, op.getLoc(),
        builder.getZeroAttr(getElementTypeOrSelf(init.get().getType())));
    init.set(linalg::FillOp::create(builder, op.getLoc(), zero, init.get())
                 .getResult(0));
  });
}

static LogicalResult prepare(func::FuncOp region, NarrowSides mode) {
  // Transposes next to a contraction first: the expansion would put a reshape
  // in between.
  region.walk([](linalg::GenericOp op) {
    if (isContraction(op))
      readThroughMoves(op);
  });
  if (mode == NarrowSides::Kept)
    readThroughWidenings(region);
  expandContractions(region, mode == NarrowSides::Kept);
  if (mode == NarrowSides::Kept)
    readThroughWidenings(region);
  IRRewriter rewriter(region.getContext());
  std::vector<std::pair<linalg::GenericOp, ContractionBody>> contractions;
  region.walk([&](linalg::GenericOp op) {
    if (std::optional<ContractionBody> body = matchGemm(op))
      contractions.emplace_back(op, *body);
  });
  for (auto &[op, body] : contractions) {
    readThroughMoves(op);
    linalg::GenericOp plain = makePlain(op, body, mode, rewriter);
    readThroughMoves(plain);
    writeThroughMove(plain, rewriter);
  }
  unmarkSums(region, mode);
  return success();
}

static LogicalResult findFused(func::FuncOp region, NarrowSides mode) {
  IRRewriter rewriter(region.getContext());
  SmallVector<linalg::GenericOp> ops;
  region.walk([&](linalg::GenericOp op) { ops.push_back(op); });
  for (linalg::GenericOp op : ops) {
    if (isContraction(op))
      continue;
    std::optional<ContractionBody> body = matchContractionBody(op);
    // A reduction that reads its larger input once stays a loop.
    if (body && reusesElements(op, *body, /*bothSides=*/true))
      makePlain(op, *body, mode, rewriter);
  }
  unmarkSums(region, mode);
  return generalizeFills(region);
}

LogicalResult sbp::region::prepareBf16Contractions(func::FuncOp region) {
  return prepare(region, NarrowSides::Bf16);
}
LogicalResult sbp::region::findFusedBf16Contractions(func::FuncOp region) {
  return findFused(region, NarrowSides::Bf16);
}
LogicalResult sbp::region::prepareNarrowContractions(func::FuncOp region) {
  return prepare(region, NarrowSides::Kept);
}
LogicalResult sbp::region::findFusedNarrowContractions(func::FuncOp region) {
  return findFused(region, NarrowSides::Kept);
}
