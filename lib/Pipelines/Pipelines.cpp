// Pipelines.cpp: the passes of each phase in order

#include "sbp/Pipelines/Pipelines.h"
#include "WritePhase.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "sbp/Transforms/Passes.h"

using namespace mlir;
using namespace sbp;

// Upstream's canonicalizer and CSE run here and nowhere between selection and
// partition: here no two equal ops differ in their distribution yet.
static void addCleanup(OpPassManager &manager) {
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
}

void sbp::buildImportPipeline(OpPassManager &manager,
                              const ImportSettings &settings) {
  manager.addPass(createInsertVariablesPass());
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
  RaiseAttentionPassOptions attention;
  attention.off = settings.keepsAttention;
  attention.explain = settings.explain;
  functions.addPass(createRaiseAttentionPass(attention));
  functions.addPass(createRaiseMasksPass());
  functions.addPass(createRaiseRowSumsPass());
  functions.addPass(createNarrowContractionsPass());
  manager.addPass(createDifferentiatePass());
  manager.addPass(createExpandOptimizersPass());
  OpPassManager &differentiated = manager.nest<func::FuncOp>();
  differentiated.addPass(createRemoveBarriersPass());
  differentiated.addPass(createIsolateSourcesPass());
  differentiated.addPass(createCheckInputsPass());
}

namespace {
enum class SpelledAttention { Raised, Kept };

struct ImportOptions : PassPipelineOptions<ImportOptions> {
  Option<SpelledAttention> attention{
      *this, "attention", llvm::cl::desc("attention that is spelled out"),
      llvm::cl::init(SpelledAttention::Raised),
      llvm::cl::values(
          clEnumValN(SpelledAttention::Raised, "on", "becomes nn.attention"),
          clEnumValN(SpelledAttention::Kept, "off", "stays as it is"))};
  Option<bool> explain{
      *this, "explain",
      llvm::cl::desc("emit a remark where attention stays, and why")};
};
} // namespace

void sbp::registerImportPipeline() {
  PassPipelineRegistration<ImportOptions>(
      "sbp-import", "normalise a user's module",
      [](OpPassManager &manager, const ImportOptions &options) {
        buildImportPipeline(manager, {/*keepsAttention=*/options.attention ==
                                          SpelledAttention::Kept,
                                      /*explain=*/options.explain});
      });
}

// Level 0 is the user's module in its normal form.
static void buildModel(OpPassManager &manager, const PhaseOptions &options) {
  buildImportPipeline(manager,
                      {/*keepsAttention=*/false, /*explain=*/options.explain});
}

// Level 1 fixes where every op runs, how every value is distributed and how it
// is converted from one distribution to another. From here to partition no
// upstream rewrite (canonicalisation, CSE) may run: equal ops may differ in
// their distribution.
static void buildDistributed(OpPassManager &manager,
                             const PhaseOptions &options) {
  manager.addPass(createPlaceOperationsPass());
  manager.addNestedPass<func::FuncOp>(createAssignPhasesPass());
  KeepValuesPassOptions keeping;
  keeping.share = options.repeatedShare;
  keeping.names = options.repeats;
  manager.addNestedPass<func::FuncOp>(createKeepValuesPass(keeping));
  manager.addPass(createCutTimePass());
  SelectDistributionsPassOptions selection;
  selection.strict = options.strict;
  selection.explain = options.explain;
  selection.memoryLimit = options.memoryLimit;
  selection.repeats = options.repeats;
  selection.freeBound = options.memoryLimit > 0 ? options.freeBound : -1;
  manager.addPass(createSelectDistributionsPass(selection));
  manager.addPass(createPlanBoxingsPass());
  ExplainBoxingsPassOptions explanation;
  explanation.remarks = options.explain;
  manager.addPass(createExplainBoxingsPass(explanation));
}

// Level 2 has one program per class of ranks.
static void buildLocal(OpPassManager &manager) {
  manager.addPass(createPartitionPass());
}

static void addLaunchLists(OpPassManager &manager,
                           const PhaseOptions &options) {
  ScheduleTasksPassOptions schedule;
  schedule.streams = options.streams;
  schedule.credits.append(options.credits.begin(), options.credits.end());
  schedule.explain = options.explain;
  manager.addPass(createScheduleTasksPass(schedule));
  manager.addPass(createPlanMemoryPass());
}

// Level 3 has tasks, registers, launch lists and arenas.
static void buildTasks(OpPassManager &manager, const PhaseOptions &options) {
  manager.addPass(createConvertLocalToTaskPass());
  manager.addPass(options.kernels ? createPrepareKernelsPass(*options.kernels)
                                  : createPrepareKernelsPass());
  addLaunchLists(manager, options);
}

/// Each phase ends with the verifier of its invariants, in release builds too.
static void finishPhase(OpPassManager &manager, Phase phase,
                        const PhaseOptions &options) {
  VerifyPhasePassOptions verify;
  verify.phase = getPhaseName(phase).str();
  manager.addPass(createVerifyPhasePass(verify));
  if (!options.dumpFolder.empty())
    manager.addPass(createWritePhasePass(phase, options.dumpFolder));
}

void sbp::buildLaunchLists(OpPassManager &manager,
                           const PhaseOptions &options) {
  addLaunchLists(manager, options);
  finishPhase(manager, Phase::Tasks, options);
}

// A comparison pairs ops of the model with those of level 1 by these numbers.
void sbp::buildNumbered(OpPassManager &manager) {
  manager.addPass(createNumberOperationsPass());
}

// Level 1 then returns every value that crosses between ranks.
void sbp::buildBoundaries(OpPassManager &manager) {
  manager.addPass(createReturnBoxedValuesPass());
}

// The reference is level 0 with the same values returned, without
// distributions, so that it runs on one rank; in f64, or in the precisions of
// the model by other kernels.
void sbp::buildReference(OpPassManager &manager, bool inF64) {
  manager.addPass(createReturnBoundariesPass());
  manager.addPass(createRemoveDistributionsPass());
  if (inF64) {
    manager.addPass(createWidenFloatsPass());
    return;
  }
  manager.addNestedPass<func::FuncOp>(createRecordPrecisionsPass());
  manager.addPass(createRoundInF32Pass());
  manager.addNestedPass<func::FuncOp>(createReturnPositionsPass());
}

void sbp::buildPhase(OpPassManager &manager, Phase phase,
                     const PhaseOptions &options) {
  switch (phase) {
  case Phase::Model:
    buildModel(manager, options);
    break;
  case Phase::Distributed:
    buildDistributed(manager, options);
    break;
  case Phase::Local:
    buildLocal(manager);
    break;
  case Phase::Tasks:
    buildTasks(manager, options);
    break;
  }
  finishPhase(manager, phase, options);
}

void sbp::buildPhases(OpPassManager &manager, Phase last,
                      const PhaseOptions &options) {
  for (Phase phase : kAllPhases)
    if (phase <= last)
      buildPhase(manager, phase, options);
}
