// FoldLayouts.cpp: reshapes, transposes and broadcasts fold

#include "ImportPatterns.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Support/RewriteGreedily.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_FOLDLAYOUTSPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;

namespace {
struct FoldLayouts : sbp::impl::FoldLayoutsPassBase<FoldLayouts> {
  void runOnOperation() override {
    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    sbp::populateFoldCopiesPatterns(patterns);
    sbp::populateFoldReshapesPatterns(patterns);
    sbp::populateStaticReshapePatterns(patterns);
    sbp::populateStaticPadPatterns(patterns);
    // A reshaped fill or empty is a fill or empty of the other shape.
    linalg::FillOp::getCanonicalizationPatterns(patterns, context);
    tensor::populateFoldTensorEmptyPatterns(patterns);
    linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
    if (!sbp::rewriteGreedily(getOperation(), std::move(patterns)))
      markAllAnalysesPreserved();
  }
};
} // namespace
