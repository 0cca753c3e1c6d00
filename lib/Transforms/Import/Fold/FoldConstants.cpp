// FoldConstants.cpp: splats become scalars in bodies

#include "ImportPatterns.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/Matchers.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Support/RewriteGreedily.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_FOLDCONSTANTSPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;

/// The one value of all elements of `tensor`, where that is a constant.
static TypedAttr getSplat(Value tensor) {
  while (auto reshape = tensor.getDefiningOp()) {
    if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(reshape))
      break;
    tensor = reshape->getOperand(0);
  }
  if (auto fill = tensor.getDefiningOp<linalg::FillOp>()) {
    auto constant = fill.value().getDefiningOp<arith::ConstantOp>();
    return constant ? constant.getValue() : TypedAttr();
  }
  DenseElementsAttr elements;
  if (!matchPattern(tensor, m_Constant(&elements)) || elements.empty() ||
      (!elements.isSplat() && elements.getNumElements() != 1))
    return {};
  return cast<TypedAttr>(*elements.value_begin<Attribute>());
}

/// The constant a body yields, where it yields the same one for all elements.
static TypedAttr getYieldedConstant(linalg::GenericOp op) {
  if (op.getNumResults() != 1 || op.getNumParallelLoops() != op.getNumLoops())
    return {};
  Value yielded = op.getBody()->getTerminator()->getOperand(0);
  auto constant = yielded.getDefiningOp<arith::ConstantOp>();
  return constant ? constant.getValue() : TypedAttr();
}

namespace {

/// truncf and extf of a constant, rounded once to nearest even; upstream keeps
/// the inexact ones.
template <typename CastOp> struct FoldFloatCast : OpRewritePattern<CastOp> {
  using OpRewritePattern<CastOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(CastOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<FloatType>(op.getType());
    FloatAttr constant;
    if (!type || !matchPattern(op.getIn(), m_Constant(&constant)))
      return rewriter.notifyMatchFailure(op, "no constant of a float type");
    APFloat value = constant.getValue();
    bool losesInfo = false;
    value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(
        op, rewriter.getFloatAttr(type, value));
    return success();
  }
};

/// An input that is the same everywhere is a scalar of the body. Contractions
/// keep it: a matrix of ones is still an operand of a GEMM.
struct FoldSplatInput : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getNumReductionLoops() != 0)
      return rewriter.notifyMatchFailure(
          op, "its loops sum: a constant operand stays one");
    for (OpOperand *input : op.getDpsInputOperands()) {
      BlockArgument argument = op.getMatchingBlockArgument(input);
      TypedAttr splat = getSplat(input->get());
      if (!splat || argument.use_empty())
        continue;
      Value scalar = arith::ConstantOp::create(rewriter, op.getLoc(), splat);
      rewriter.replaceAllUsesWith(argument, scalar);
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no input is the same everywhere");
  }
};

/// A body that gives a constant is a fill.
struct ConstantBodyToFill : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    TypedAttr constant = getYieldedConstant(op);
    if (!constant)
      return rewriter.notifyMatchFailure(op, "its body gives no constant");
    auto type = cast<RankedTensorType>(op.getResult(0).getType());
    Value value = arith::ConstantOp::create(rewriter, op.getLoc(), constant);
    Value empty = tensor::EmptyOp::create(
        rewriter, op.getLoc(), type.getShape(), type.getElementType());
    rewriter.replaceOpWithNewOp<linalg::FillOp>(op, value, empty);
    return success();
  }
};

struct FoldConstants : sbp::impl::FoldConstantsPassBase<FoldConstants> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<FoldFloatCast<arith::TruncFOp>, FoldFloatCast<arith::ExtFOp>,
                 FoldSplatInput, ConstantBodyToFill>(&getContext());
    sbp::populateFoldIndicesPatterns(patterns);
    linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
    if (!sbp::rewriteGreedily(getOperation(), std::move(patterns)))
      markAllAnalysesPreserved();
  }
};
} // namespace
