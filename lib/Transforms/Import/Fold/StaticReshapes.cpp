// StaticReshapes.cpp: reshapes whose shapes are known

#include "ImportPatterns.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

using namespace mlir;

/// All dims of `type` as one group; no group where there are none.
static SmallVector<ReassociationIndices> getOneGroup(RankedTensorType type) {
  if (type.getRank() == 0)
    return {};
  return {llvm::to_vector(llvm::seq<int64_t>(type.getRank()))};
}

static Value collapseStatic(PatternRewriter &rewriter, Location loc,
                            RankedTensorType type, Value value,
                            ArrayRef<ReassociationIndices> groups) {
  return tensor::CollapseShapeOp::create(rewriter, loc, type, value, groups);
}

static Value expandStatic(PatternRewriter &rewriter, Location loc,
                          RankedTensorType type, Value value,
                          ArrayRef<ReassociationIndices> groups) {
  return tensor::ExpandShapeOp::create(rewriter, loc, type, value, groups);
}

namespace {
/// The result type determines the shape: dims are merged, or split, or first
/// merged into one.
struct StaticReshape : OpRewritePattern<tensor::ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ReshapeOp op,
                                PatternRewriter &rewriter) const override {
    auto from = dyn_cast<RankedTensorType>(op.getSource().getType());
    auto to = dyn_cast<RankedTensorType>(op.getType());
    if (!from || !to || !from.hasStaticShape() || !to.hasStaticShape())
      return rewriter.notifyMatchFailure(op, "its shapes are not static");
    Location loc = op.getLoc();
    if (from == to) {
      rewriter.replaceOp(op, op.getSource());
      return success();
    }
    if (auto groups = getReassociationIndicesForReshape(from, to)) {
      rewriter.replaceOp(
          op, from.getRank() > to.getRank()
                  ? collapseStatic(rewriter, loc, to, op.getSource(), *groups)
                  : expandStatic(rewriter, loc, to, op.getSource(), *groups));
      return success();
    }
    auto flat =
        RankedTensorType::get({from.getNumElements()}, from.getElementType());
    Value merged = op.getSource();
    if (from.getRank() != 1)
      merged =
          from.getRank() == 0
              ? expandStatic(rewriter, loc, flat, merged, {})
              : collapseStatic(rewriter, loc, flat, merged, getOneGroup(from));
    rewriter.replaceOp(
        op, expandStatic(rewriter, loc, to, merged, getOneGroup(to)));
    return success();
  }
};
} // namespace

void sbp::populateStaticReshapePatterns(RewritePatternSet &patterns) {
  patterns.add<StaticReshape>(patterns.getContext());
}
