// VerifyPhase.cpp: the pass that checks the invariants of a level

#include "VerifyPhase.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_VERIFYPHASEPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

namespace {

struct VerifyPhasePass : sbp::impl::VerifyPhasePassBase<VerifyPhasePass> {
  using VerifyPhasePassBase::VerifyPhasePassBase;
  void runOnOperation() override;
  LogicalResult check();
};

} // namespace

LogicalResult VerifyPhasePass::check() {
  ModuleOp module = getOperation();
  if (phase == "model")
    return verifyModel(module);
  if (phase == "distributed")
    return verifyDistributed(module, getAnalysis<BoxingPlans>());
  if (phase == "local")
    return verifyLocal(module);
  if (phase == "tasks")
    return verifyTasks(module);
  return module.emitError() << "unknown phase '" << phase
                            << "', expected model, distributed, local or tasks";
}

void VerifyPhasePass::runOnOperation() {
  markAllAnalysesPreserved();
  if (failed(check()))
    signalPassFailure();
}
