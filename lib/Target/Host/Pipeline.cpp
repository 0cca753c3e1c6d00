// Pipeline.cpp: the host target's pass pipelines
#include "Pipeline.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Transforms/Passes.h"
#include "sbp/Target/Region/Passes.h"

using namespace mlir;
using namespace sbp::host;

/// Fuses the region's ops and marks contractions, on tensors.
static void addTensorSteps(PassManager &manager, BoundaryMode mode) {
  addRegionStep(manager, "makeBoundaryExplicit", [mode](func::FuncOp region) {
    return makeBoundaryExplicit(region, mode);
  });
  addRegionStep(manager, "callServices", callServices);
  addRegionStep(manager, "decomposeSoftmax", decomposeSoftmax);
  addRegionStep(manager, "joinPieces", joinPieces);
  addRegionStep(manager, "normalizeRegion", normalizeRegion);
  addRegionStep(manager, "defineIntegerMath", defineIntegerMath);
  addCleanup(manager);
  addRegionStep(manager, "prepareBf16Contractions", prepareBf16Contractions);
  addRegionStep(manager, "widenReductions", widenReductions);
  addRegionStep(manager, "markLaneSums", markLaneSums);
  addRegionStep(manager, "fuseElementwise", fuseElementwise);
  addCleanup(manager);
  addRegionStep(manager, "findFusedBf16Contractions",
                findFusedBf16Contractions);
  addRegionStep(manager, "unshareInits", unshareInits);
  addRegionStep(manager, "fuseRows", fuseRows);
  // No CSE from here to bufferisation: it would merge the inits again.
  manager.addPass(createCanonicalizerPass());
  addRegionStep(manager, "separateSteppedSlices", separateSteppedSlices);
}

/// Lowers contractions and calls, orders the remaining loops and packs scratch.
static void addBufferSteps(PassManager &manager, raw_ostream *printGemm,
                           RegionResult &result) {
  addRegionStep(manager, "lowerContractions",
                [printGemm, &result](func::FuncOp region) {
                  return lowerContractions(region, printGemm, result.flops);
                });
  addRegionStep(manager, "lowerCalls", [&result](func::FuncOp region) {
    return lowerCalls(region, result.flops);
  });
  addRegionStep(manager, "lowerCopies", lowerCopies);
  addRegionStep(manager, "storeBooleans", storeBooleans);
  addRegionStep(manager, "orderReductions", orderReductions);
  addRegionStep(manager, "blockTransposes", blockTransposes);
  addRegionStep(manager, "callServicesForMath", callServicesForMath);
  addRegionStep(manager, "planScratch", [&result](func::FuncOp region) {
    return planScratch(region, result.scratchBytes);
  });
  addRegionStep(manager, "prefetchRows", prefetchRows);
  addCleanup(manager);
  addStep(manager, "outlineNests", outlineNests);
}

LogicalResult sbp::host::compileRegion(ModuleOp module, BoundaryMode mode,
                                       raw_ostream *printGemm,
                                       RegionResult &result) {
  PassManager manager(module.getContext());
  addTensorSteps(manager, mode);
  addBufferization(manager, mode);
  addBufferSteps(manager, printGemm, result);
  return sbp::region::run(manager, module);
}

LogicalResult sbp::host::lowerToLLVM(ModuleOp module, ArrayRef<Entry> entries) {
  PassManager manager(module.getContext());
  addStep(manager, "lowerLaneSums", lowerLaneSums);
  manager.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  addStep(manager, "expandScalarMath", expandScalarMath);
  addStep(manager, "expandBFloats", expandBFloats);
  addLowering(manager);
  addStep(manager, "storeBFloats", storeBFloats);
  addStep(manager, "addEntries",
          [entries = SmallVector<Entry>(entries)](ModuleOp module) {
            return addEntries(module, entries);
          });
  return sbp::region::run(manager, module);
}
