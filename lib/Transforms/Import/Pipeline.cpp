// Pipeline.cpp: the passes that normalise level 0

#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "sbp/Transforms/Import.h"
#include "sbp/Transforms/Passes.h"

using namespace mlir;
using namespace sbp;

// Upstream's canonicalizer and CSE run here and nowhere between selection and
// partition: here no two equal ops differ in their distribution yet.
static void addCleanup(OpPassManager &manager) {
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
}

void sbp::buildImportPipeline(OpPassManager &manager) {
  manager.addNestedPass<func::FuncOp>(createFoldCastsPass());
  manager.addPass(createCheckModelPass());
  manager.addPass(createInlineCallsPass());
  OpPassManager &functions = manager.nest<func::FuncOp>();
  functions.addPass(createElementwiseToLinalgPass());
  addCleanup(functions);
  functions.addPass(createFoldConstantsPass());
  functions.addPass(createRaiseCapturesPass());
  functions.addPass(createFoldLayoutsPass());
  addCleanup(functions);
  functions.addPass(createRaiseMasksPass());
  functions.addPass(createRaiseRowSumsPass());
  manager.addPass(createDifferentiatePass());
  manager.addPass(createExpandOptimizersPass());
  OpPassManager &differentiated = manager.nest<func::FuncOp>();
  differentiated.addPass(createIsolateSourcesPass());
  differentiated.addPass(createCheckInputsPass());
}

void sbp::registerImportPipeline() {
  PassPipelineRegistration<>("sbp-import", "normalise a user's module",
                             buildImportPipeline);
}
