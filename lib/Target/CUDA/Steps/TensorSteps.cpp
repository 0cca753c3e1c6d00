// TensorSteps.cpp: the rewrites of a region before its launches are planned
#include "TensorSteps.h"
#include "CaptureScalars.h"
#include "Choice/Generator.h"
#include "SlicedProducts.h"
#include "SpreadScatters.h"
#include "StackedPieces.h"
#include "UnitLoops.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Transforms/Passes.h"
#include "sbp/Dialect/NN/IR/Attention/AttentionBands.h"
#include "sbp/Support/RewriteGreedily.h"
#include "sbp/Target/Region/Passes.h"

using namespace mlir;
using namespace sbp;

/// Collapses the innermost reduction loops into one where the tensors' layouts
/// allow it: the row generators support one loop per row.
static LogicalResult collapseReductions(ModuleOp module) {
  RewritePatternSet patterns(module.getContext());
  linalg::populateCollapseDimensions(
      patterns, [](linalg::LinalgOp op) -> SmallVector<ReassociationIndices> {
        auto kinds = op.getIteratorTypesArray();
        int64_t end = int64_t(kinds.size()), begin = end;
        while (begin && kinds[begin - 1] == utils::IteratorType::reduction)
          --begin;
        if (end - begin < 2 || op.getNumReductionLoops() != end - begin ||
            region::isContraction(op) ||
            !llvm::all_of(
                op.getIndexingMapsArray(),
                [](AffineMap map) { return map.isProjectedPermutation(); }))
          return {};
        return {llvm::to_vector<2>(llvm::seq(begin, end))};
      });
  rewriteGreedily(module, std::move(patterns));
  return success();
}

/// Restricts attention with a window that no generator takes whole to the keys
/// near the window of each block of queries.
static LogicalResult cutIntoBands(func::FuncOp region) {
  IRRewriter rewriter(region.getContext());
  SmallVector<nn::AttentionOp> attentions;
  region.walk([&](nn::AttentionOp op) { attentions.push_back(op); });
  for (nn::AttentionOp op : attentions) {
    if (op->hasAttr(region::kWholeAttr) || !nn::gainsByBands(op))
      continue;
    rewriter.setInsertionPoint(op);
    rewriter.replaceOp(op, nn::buildAttentionBands(op, rewriter));
  }
  return success();
}

LogicalResult cuda::runTensorSteps(ModuleOp module, const cuda::Chip &chip) {
  PassManager manager(module.getContext());
  region::addRegionStep(manager, "spreadScatters", cuda::spreadScatters);
  region::addRegionStep(manager, "combineOps", cuda::combineOps);
  region::addRegionStep(manager, "markWholeOps", [&](func::FuncOp region) {
    return cuda::markWholeOps(region, chip);
  });
  region::addRegionStep(manager, "cutIntoBands", cutIntoBands);
  region::addRegionStep(manager, "normalizeRegion", region::normalizeRegion);
  region::addRegionStep(manager, "defineIntegerMath",
                        region::defineIntegerMath);
  region::addRegionStep(manager, "sliceProducts", cuda::sliceProducts);
  region::addRegionStep(manager, "readPieces", cuda::readPieces);
  region::addCleanup(manager);
  // Before contractions are marked: folding rebuilds ops without their marks.
  region::addStep(manager, "foldUnitLoops", cuda::foldUnitLoops);
  region::addRegionStep(manager, "prepareNarrowContractions",
                        region::prepareNarrowContractions);
  region::addRegionStep(manager, "widenReductions", region::widenReductions);
  region::addRegionStep(manager, "captureScalars", cuda::captureScalars);
  region::addRegionStep(manager, "fuseElementwise", region::fuseElementwise);
  region::addCleanup(manager);
  region::addRegionStep(manager, "findFusedNarrowContractions",
                        region::findFusedNarrowContractions);
  // Fusion turns reshapes into loops, some of which have one iteration.
  region::addStep(manager, "foldUnitLoops", cuda::foldUnitLoops);
  region::addStep(manager, "collapseReductions", collapseReductions);
  region::addCleanup(manager);
  region::addRegionStep(manager, "defineScalarMath", region::defineScalarMath);
  region::addRegionStep(manager, "unshareInits", region::unshareInits);
  manager.addPass(createCanonicalizerPass());
  region::addRegionStep(manager, "gatherOps", cuda::gatherOps);
  return region::run(manager, module);
}
