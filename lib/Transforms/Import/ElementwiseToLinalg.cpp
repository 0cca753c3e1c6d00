// ElementwiseToLinalg.cpp: arith and math on tensors

#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Support/RewriteGreedily.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_ELEMENTWISETOLINALGPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;

namespace {
/// The one op of tensor that computes per element.
struct BitcastToGeneric : OpRewritePattern<tensor::BitcastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::BitcastOp op,
                                PatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getType());
    Value empty = tensor::EmptyOp::create(
        rewriter, op.getLoc(), type.getShape(), type.getElementType());
    AffineMap map = rewriter.getMultiDimIdentityMap(type.getRank());
    SmallVector<utils::IteratorType> iterators(type.getRank(),
                                               utils::IteratorType::parallel);
    rewriter.replaceOpWithNewOp<linalg::GenericOp>(
        op, TypeRange(type), op.getSource(), empty, ArrayRef{map, map},
        iterators, [&](OpBuilder &builder, Location loc, ValueRange elements) {
          Value bits = arith::BitcastOp::create(
              builder, loc, type.getElementType(), elements.front());
          linalg::YieldOp::create(builder, loc, bits);
        });
    return success();
  }
};

/// Indices have no size in a file: they are stored as i64.
struct IndexConstant : OpRewritePattern<arith::ConstantOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::ConstantOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    auto values = dyn_cast<DenseIntElementsAttr>(op.getValue());
    if (!type || !values || !type.getElementType().isIndex())
      return rewriter.notifyMatchFailure(op, "no tensor of indices");
    Value stored = arith::ConstantOp::create(
        rewriter, op.getLoc(),
        cast<TypedAttr>(values.mapValues(rewriter.getI64Type(),
                                         [](APInt value) { return value; })));
    rewriter.replaceOpWithNewOp<arith::IndexCastOp>(op, type, stored);
    return success();
  }
};

/// The pattern of upstream leaves what an op carried on the scalar op inside;
/// a layer is made of the ops of the function.
void moveLayerOut(linalg::GenericOp op) {
  for (Operation &scalar : *op.getBody())
    if (Attribute layer = scalar.removeAttr(sbp::SBPDialect::kLayerAttr))
      op->setAttr(sbp::SBPDialect::kLayerAttr, layer);
}

struct ElementwiseToLinalg
    : sbp::impl::ElementwiseToLinalgPassBase<ElementwiseToLinalg> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    linalg::populateElementwiseToLinalgConversionPatterns(patterns);
    patterns.add<BitcastToGeneric, IndexConstant>(&getContext());
    // Without folding: only what the pass is named after.
    GreedyRewriteConfig config;
    config.enableFolding(false);
    if (!sbp::rewriteGreedily(getOperation(), std::move(patterns), config))
      return markAllAnalysesPreserved();
    getOperation()->walk(moveLayerOut);
  }
};
} // namespace
