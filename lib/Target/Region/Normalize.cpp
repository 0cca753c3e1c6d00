// Normalize.cpp: reduces a region to few kinds of ops
//
// After this step all linalg ops are generics and fills, and constants are
// fills or globals. For example, linalg.softmax becomes a maximum, an
// exponential, a sum and a quotient, and dense<[1, 2]> a private memref.global
// that is read as a tensor.
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Matchers.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Support/RewriteGreedily.h"
#include "sbp/Target/Region/Steps.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;

/// Creates a tensor with the scalar `value` in every element.
static Value createFill(OpBuilder &builder, Location loc, RankedTensorType type,
                        Value value) {
  Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                        type.getElementType());
  return linalg::FillOp::create(builder, loc, value, empty).getResult(0);
}

/// Returns the global that holds `data`. It is named by its content, so that
/// the functions of several regions can share a module.
static memref::GlobalOp getOrCreateGlobal(ModuleOp module,
                                          DenseElementsAttr data) {
  std::string text;
  llvm::raw_string_ostream(text) << data;
  std::string name = "constant_" + llvm::utohexstr(llvm::xxh3_64bits(text));
  if (auto known = module.lookupSymbol<memref::GlobalOp>(name))
    return known;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  auto type = MemRefType::get(data.getType().getShape(),
                              data.getType().getElementType());
  return memref::GlobalOp::create(
      builder, module.getLoc(), name, builder.getStringAttr("private"), type,
      data, /*constant=*/true, builder.getI64IntegerAttr(64));
}

/// Lowers a dense constant: to a fill if all elements are equal, else to a
/// global.
static LogicalResult lowerConstant(arith::ConstantOp op,
                                   RewriterBase &rewriter) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!type)
    return success();
  auto elements = dyn_cast<ElementsAttr>(op.getValue());
  rewriter.setInsertionPoint(op);
  if (auto dense = dyn_cast<DenseElementsAttr>(elements);
      dense && dense.isSplat() && type.getNumElements() > 0) {
    auto scalar = arith::ConstantOp::create(rewriter, op.getLoc(),
                                            dense.getSplatValue<TypedAttr>());
    rewriter.replaceOp(op, createFill(rewriter, op.getLoc(), type, scalar));
    return success();
  }
  if (type.getNumElements() == 0) {
    rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, type.getShape(),
                                                 type.getElementType());
    return success();
  }
  DenseElementsAttr dense = dyn_cast<DenseElementsAttr>(elements);
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(elements)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob)
      return op.emitOpError(
          "constant has no data: its resource is not in the file");
    dense = DenseElementsAttr::getFromRawBuffer(type, blob->getData());
  }
  if (!dense)
    return op.emitOpError("constant is neither dense nor a dense resource");
  auto global = getOrCreateGlobal(op->getParentOfType<ModuleOp>(), dense);
  Value buffer = memref::GetGlobalOp::create(
      rewriter, op.getLoc(), global.getType(), global.getName());
  rewriter.replaceOpWithNewOp<bufferization::ToTensorOp>(
      op, type, buffer, /*restrict=*/true, /*writable=*/false);
  return success();
}

namespace {
/// A splat is a fill.
struct SplatToFill : OpRewritePattern<tensor::SplatOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::SplatOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, createFill(rewriter, op.getLoc(),
                                      cast<RankedTensorType>(op.getType()),
                                      op.getInput()));
    return success();
  }
};

/// Without iterations, the results are the inits.
struct EmptyLoops : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;
  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (!llvm::is_contained(op.getStaticLoopRanges(), 0))
      return rewriter.notifyMatchFailure(op, "the op has iterations");
    rewriter.replaceOp(op, SmallVector<Value>(op.getDpsInits()));
    return success();
  }
};

/// A tensor without elements needs no op that computes it.
struct EmptyResult : RewritePattern {
  EmptyResult(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}
  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (isa<tensor::EmptyOp>(op) || op->getNumResults() != 1 ||
        !isMemoryEffectFree(op))
      return rewriter.notifyMatchFailure(
          op, "it makes no single tensor, or more than that");
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (!type || !type.hasStaticShape() || type.getNumElements() != 0)
      return rewriter.notifyMatchFailure(op, "its result has elements");
    rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, type.getShape(),
                                                 type.getElementType());
    return success();
  }
};

/// Inserting no elements changes nothing.
struct EmptyInsertion : OpRewritePattern<tensor::InsertSliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::InsertSliceOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getSourceType().hasStaticShape() ||
        op.getSourceType().getNumElements() != 0)
      return rewriter.notifyMatchFailure(op, "the source has elements");
    rewriter.replaceOp(op, op.getDest());
    return success();
  }
};

/// A slice of one element takes no steps. Upstream derives the dims that a
/// subview drops from its strides, and crash where a step of 2 hides one
/// (memref::SubViewOp::getDroppedDims).
template <typename SliceOp> struct UnitSteps : OpRewritePattern<SliceOp> {
  using OpRewritePattern<SliceOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(SliceOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<int64_t> steps(op.getStaticStrides());
    for (auto [step, size] : llvm::zip_equal(steps, op.getStaticSizes()))
      if (size == 1 && !ShapedType::isDynamic(step))
        step = 1;
    if (ArrayRef(steps) == op.getStaticStrides())
      return rewriter.notifyMatchFailure(
          op, "dimensions of one element have steps of 1");
    rewriter.modifyOpInPlace(op, [&] { op.setStaticStrides(steps); });
    return success();
  }
};

/// Lowers ops of nn and memory_layer. A gather loads element by element; LLVM
/// vectorises its last dims.
struct LowerToLinalg : OpInterfaceRewritePattern<sbp::LoweringOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;
  LogicalResult matchAndRewrite(sbp::LoweringOpInterface op,
                                PatternRewriter &rewriter) const override {
    if (op->hasAttr(sbp::region::kWholeAttr))
      return rewriter.notifyMatchFailure(op, "the target takes it whole");
    rewriter.replaceOp(op, op.lowerToLinalg(rewriter));
    return success();
  }
};

/// Decomposes softmax and similar ops into their parts.
struct DecomposeAggregate
    : OpInterfaceRewritePattern<linalg::AggregatedOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;
  LogicalResult matchAndRewrite(linalg::AggregatedOpInterface op,
                                PatternRewriter &rewriter) const override {
    FailureOr<SmallVector<Value>> parts = op.decomposeOperation(rewriter);
    if (failed(parts))
      return rewriter.notifyMatchFailure(op, "the op cannot be decomposed");
    rewriter.replaceOp(op, *parts);
    return success();
  }
};
} // namespace

LogicalResult sbp::region::normalizeRegion(func::FuncOp region) {
  MLIRContext *context = region.getContext();
  RewritePatternSet patterns(context);
  patterns
      .add<UnitSteps<tensor::ExtractSliceOp>, UnitSteps<tensor::InsertSliceOp>,
           SplatToFill, LowerToLinalg, DecomposeAggregate, EmptyLoops,
           EmptyResult, EmptyInsertion, linalg::DecomposePadOpPattern>(context);
  tensor::populateDecomposeTensorConcatPatterns(patterns);
  linalg::populateElementwiseToLinalgConversionPatterns(patterns);
  sbp::rewriteGreedily(region, std::move(patterns));

  IRRewriter rewriter(context);
  SmallVector<arith::ConstantOp> constants;
  region.walk([&](arith::ConstantOp op) { constants.push_back(op); });
  for (arith::ConstantOp op : constants)
    if (failed(lowerConstant(op, rewriter)))
      return failure();

  SmallVector<linalg::LinalgOp> ops;
  region.walk([&](linalg::LinalgOp op) { ops.push_back(op); });
  for (linalg::LinalgOp op : ops) {
    if (isa<linalg::GenericOp, linalg::FillOp>(op))
      continue;
    rewriter.setInsertionPoint(op);
    if (failed(linalg::generalizeNamedOp(rewriter, op)))
      return op.emitOpError("cannot be converted to linalg.generic");
  }
  return success();
}
