//===- ElementwiseToLinalg.cpp - arith and math on tensors ----------------===//

#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_ELEMENTWISETOLINALGPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;

namespace {
struct ElementwiseToLinalg
    : sbp::impl::ElementwiseToLinalgPassBase<ElementwiseToLinalg> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    linalg::populateElementwiseToLinalgConversionPatterns(patterns);
    // Without folding: only what the pass is named after.
    GreedyRewriteConfig config;
    config.enableFolding(false);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
  }
};
} // namespace
