//===- Pipeline.cpp - the order of the steps ------------------------------===//
#include "Pipeline.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Transforms/Passes.h"
#include "sbp/Target/Region/Passes.h"

using namespace mlir;
using namespace sbp::host;

/// Tensors as they come -> tensors fused, contractions marked.
static void addTensorSteps(PassManager &manager, BoundaryMode mode) {
  addRegionStep(manager, [mode](func::FuncOp region) {
    return makeBoundaryExplicit(region, mode);
  });
  addRegionStep(manager, callServices);
  addRegionStep(manager, decomposeSoftmax);
  addRegionStep(manager, joinPieces);
  addRegionStep(manager, normalizeRegion);
  addRegionStep(manager, defineIntegerMath);
  addCleanup(manager);
  addRegionStep(manager, prepareBf16Contractions);
  addRegionStep(manager, widenReductions);
  addRegionStep(manager, fuseElementwise);
  addCleanup(manager);
  addRegionStep(manager, findFusedBf16Contractions);
  addRegionStep(manager, allowReassociation);
  addRegionStep(manager, unshareInits);
  addRegionStep(manager, fuseRows);
  // No CSE from here to bufferisation: it would share the inits again.
  manager.addPass(createCanonicalizerPass());
  addRegionStep(manager, separateSteppedSlices);
}

static void addBufferSteps(PassManager &manager, raw_ostream *printGemm,
                           RegionResult &result) {
  addRegionStep(manager, [printGemm, &result](func::FuncOp region) {
    return lowerContractions(region, printGemm, result.flops);
  });
  addRegionStep(manager, [&result](func::FuncOp region) {
    return lowerCalls(region, result.flops);
  });
  addRegionStep(manager, lowerCopies);
  addRegionStep(manager, storeBooleans);
  addRegionStep(manager, orderReductions);
  addRegionStep(manager, blockTransposes);
  addRegionStep(manager, callServicesForMath);
  addRegionStep(manager, [&result](func::FuncOp region) {
    return planScratch(region, result.scratchBytes);
  });
  addRegionStep(manager, prefetchRows);
  addCleanup(manager);
  addStep(manager, outlineNests);
}

LogicalResult sbp::host::compileRegion(ModuleOp module, BoundaryMode mode,
                                       raw_ostream *printGemm,
                                       RegionResult &result) {
  PassManager manager(module.getContext());
  addTensorSteps(manager, mode);
  addBufferization(manager, mode);
  addBufferSteps(manager, printGemm, result);
  return manager.run(module);
}

LogicalResult sbp::host::lowerToLLVM(ModuleOp module, ArrayRef<Entry> entries) {
  PassManager manager(module.getContext());
  manager.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  addStep(manager, expandScalarMath);
  addLowering(manager);
  addStep(manager, [entries = SmallVector<Entry>(entries)](ModuleOp module) {
    return addEntries(module, entries);
  });
  return manager.run(module);
}
