// Pipelines.cpp: the phases in order, and nothing else

#include "sbp/Pipelines/Pipelines.h"
#include "WritePhase.h"
#include "sbp/Transforms/Import.h"
#include "sbp/Transforms/Passes.h"

using namespace mlir;
using namespace sbp;

// Level 0: the user's module in its normal form.
static void buildModel(OpPassManager &manager) { buildImportPipeline(manager); }

// Level 1: where every op runs, how every value is distributed, how it gets
// from one distribution to another. From here to partition no upstream rewrite
// may run: equal ops may differ in their distribution.
static void buildDistributed(OpPassManager &manager,
                             const PhaseOptions &options) {
  manager.addPass(createPlaceOperationsPass());
  SelectDistributionsPassOptions selection;
  selection.strict = options.strict;
  selection.explain = options.explain;
  selection.memoryLimit = options.memoryLimit;
  selection.freeBound = options.memoryLimit > 0 ? options.freeBound : -1;
  manager.addPass(createSelectDistributionsPass(selection));
  manager.addPass(createPlanBoxingsPass());
  ExplainBoxingsPassOptions explanation;
  explanation.remarks = options.explain;
  manager.addPass(createExplainBoxingsPass(explanation));
}

// Level 2: one program per class of ranks.
static void buildLocal(OpPassManager &manager) {
  manager.addPass(createPartitionPass());
}

// Level 3: actors, registers, launch lists, arenas.
static void buildTasks(OpPassManager &manager, const PhaseOptions &options) {
  manager.addPass(createConvertLocalToTaskPass());
  manager.addPass(options.kernels ? createPrepareKernelsPass(*options.kernels)
                                  : createPrepareKernelsPass());
  ScheduleTasksPassOptions schedule;
  schedule.streams = options.streams;
  manager.addPass(createScheduleTasksPass(schedule));
  manager.addPass(createPlanMemoryPass());
}

// References: the ops of a model that is compared are found again at level 1
// and in its copies,
void sbp::buildNumbered(OpPassManager &manager) {
  manager.addPass(createNumberOperationsPass());
}

// what crosses between ranks is returned at level 1,
void sbp::buildBoundaries(OpPassManager &manager) {
  manager.addPass(createReturnBoxedValuesPass());
}

// and by copies at level 0, which then run on one rank.
void sbp::buildReference(OpPassManager &manager, bool inF64) {
  manager.addPass(createReturnBoundariesPass());
  manager.addPass(createRemoveDistributionsPass());
  if (inF64) {
    manager.addPass(createWidenFloatsPass());
    return;
  }
  manager.addNestedPass<func::FuncOp>(createRecordPrecisionsPass());
  manager.addNestedPass<func::FuncOp>(createReturnPositionsPass());
}

void sbp::buildPhase(OpPassManager &manager, Phase phase,
                     const PhaseOptions &options) {
  switch (phase) {
  case Phase::Model:
    buildModel(manager);
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
  VerifyPhasePassOptions verify;
  verify.phase = getPhaseName(phase).str();
  manager.addPass(createVerifyPhasePass(verify));
  if (!options.dumpFolder.empty())
    manager.addPass(createWritePhasePass(phase, options.dumpFolder));
}

void sbp::buildPhases(OpPassManager &manager, Phase last,
                      const PhaseOptions &options) {
  for (Phase phase : allPhases)
    if (phase <= last)
      buildPhase(manager, phase, options);
}
