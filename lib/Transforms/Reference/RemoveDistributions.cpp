// RemoveDistributions.cpp: removes placements, distributions and micro-batches,
// which leaves the model for one rank

#include "sbp/Analysis/Scheduling/WorkOrders.h"
#include "sbp/Dialect/SBP/IR/Checkpoints.h"
#include "sbp/Dialect/SBP/IR/MadeAgain.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Dialect/SBP/IR/StepPhases.h"
#include "sbp/Dialect/SBP/IR/TrainingPorts.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_REMOVEDISTRIBUTIONSPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

namespace {
struct RemoveDistributionsPass
    : sbp::impl::RemoveDistributionsPassBase<RemoveDistributionsPass> {
  void runOnOperation() override;
};
} // namespace

void RemoveDistributionsPass::runOnOperation() {
  ModuleOp module = getOperation();
  module.walk([](ConstrainOp op) {
    op.getResult().replaceAllUsesWith(op.getInput());
    op.erase();
  });
  module.walk([](Operation *op) {
    op->removeAttr(SBPDialect::kPlacementAttr);
    op->removeAttr(kPhaseAttr);
    op->removeAttr(kCheckpointAttr);
    op->removeAttr(kMadeAgainAttr);
  });
  auto name = StringAttr::get(&getContext(), SBPDialect::kDistributionAttr);
  auto gradient = StringAttr::get(&getContext(), SBPDialect::kGradientAttr);
  auto sum = StringAttr::get(&getContext(), kAccumulateAttr);
  auto piece = StringAttr::get(&getContext(), SBPDialect::kMicrobatchAttr);
  module->removeAttr(SBPDialect::kMicrobatchesAttr);
  for (auto function : module.getOps<func::FuncOp>()) {
    function->removeAttr(kScheduleAttr);
    function->removeAttr(kWorkOrderAttr);
    function->removeAttr(kRecomputeAttr);
    function->removeAttr(kSavedBoundAttr);
    function->removeAttr(SBPDialect::kMicrobatchesAttr);
    for (unsigned i = 0; i < function.getNumArguments(); ++i) {
      function.removeArgAttr(i, name);
      function.removeArgAttr(i, gradient);
      function.removeArgAttr(i, sum);
      function.removeArgAttr(i, piece);
    }
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      function.removeResultAttr(i, name);
  }
  for (auto placement :
       llvm::make_early_inc_range(module.getOps<PlacementOp>()))
    placement.erase();
}
