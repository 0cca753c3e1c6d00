// UnitLoops.cpp: removes loops of one iteration
//
// With a batch of one sequence, a product and its bias have the loops (1, t, o,
// i) and (1, t, o). They become
//
//   collapse x to (t, i), product (t, o, i), bias (t, o), expand to (1, t, o)
//
// and remain neighbours, so that one kernel computes both.
#include "UnitLoops.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "sbp/Support/RewriteGreedily.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp;

/// Returns whether an index adds the loop `dim` to others. Upstream takes the
/// extent of the others for the size of the dim of the tensor, but a window may
/// leave a remainder.
static bool isSummed(linalg::GenericOp op, unsigned dim) {
  return llvm::any_of(op.getIndexingMapsArray(), [&](AffineMap map) {
    return llvm::any_of(map.getResults(), [&](AffineExpr expr) {
      return !isa<AffineDimExpr>(expr) && expr.isFunctionOfDim(dim);
    });
  });
}

/// Returns the loops of `op` that may be removed if they have one iteration.
static SmallVector<unsigned> findRemovable(linalg::GenericOp op) {
  SmallVector<unsigned> dims;
  auto kinds = op.getIteratorTypesArray();
  for (unsigned dim = 0; dim < op.getNumLoops(); ++dim)
    if (!isSummed(op, dim) && !(region::isContraction(op) &&
                                kinds[dim] == utils::IteratorType::reduction))
      dims.push_back(dim);
  return dims;
}

namespace {
/// Removes loops of one iteration from a contraction, which upstream's pattern
/// would rebuild without its mark.
struct FoldContraction : OpRewritePattern<linalg::GenericOp> {
  FoldContraction(MLIRContext *context,
                  const linalg::ControlDropUnitDims &options)
      : OpRewritePattern(context, /*benefit=*/2), options(options) {}
  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!region::isContraction(op))
      return rewriter.notifyMatchFailure(op, "no contraction");
    FailureOr<linalg::DropUnitDimsResult> folded =
        linalg::dropUnitDims(rewriter, op, options);
    if (failed(folded))
      return rewriter.notifyMatchFailure(op, "no loop can be removed");
    for (NamedAttribute attribute : op->getDiscardableAttrs())
      folded->resultOp->setAttr(attribute.getName(), attribute.getValue());
    rewriter.replaceOp(op, folded->replacements);
    return success();
  }

private:
  const linalg::ControlDropUnitDims &options;
};
} // namespace

LogicalResult sbp::cuda::foldUnitLoops(ModuleOp module) {
  linalg::ControlDropUnitDims all, contractions, others;
  contractions.controlFn = [](Operation *op) {
    return findRemovable(cast<linalg::GenericOp>(op));
  };
  others.controlFn = [&](Operation *op) {
    auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
    if (!generic)
      return all.controlFn(op);
    return region::isContraction(op) ? SmallVector<unsigned>()
                                     : findRemovable(generic);
  };
  RewritePatternSet patterns(module.getContext());
  patterns.add<FoldContraction>(module.getContext(), contractions);
  linalg::populateFoldUnitExtentDimsPatterns(patterns, others);
  walkAndApplyPatterns(module, std::move(patterns));
  RewritePatternSet cleanup(module.getContext());
  linalg::populateFoldUnitExtentDimsCanonicalizationPatterns(cleanup, others);
  linalg::populateMoveInitOperandsToInputPattern(cleanup);
  rewriteGreedily(module, std::move(cleanup));
  return success();
}
