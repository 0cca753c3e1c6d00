// PlanBoxings.cpp: plans every boxing and numbers the communications
//
// A communication's number is its position in the one order in which all ranks
// communicate, so collectives of different ranks cannot wait for each other.

#include "sbp/Analysis/Boxing/BoxingPlans.h"
#include "sbp/Analysis/Selection/Prices/CountedBytes.h"
#include "sbp/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sbp {
#define GEN_PASS_DEF_PLANBOXINGSPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

namespace {

struct PlanBoxingsPass : sbp::impl::PlanBoxingsPassBase<PlanBoxingsPass> {
  void runOnOperation() override;
  LogicalResult numberCommunications(func::FuncOp entry, BoxingPlans &plans,
                                     CountedBytes &counted);
};

} // namespace

/// Numbers the communicating steps of an entry in program order.
LogicalResult
PlanBoxingsPass::numberCommunications(func::FuncOp entry, BoxingPlans &plans,
                                      [[maybe_unused]] CountedBytes &counted) {
  int64_t next = 0;
  Builder builder(&getContext());
  for (auto boxing : entry.getBody().getOps<BoxingOp>()) {
    FailureOr<const BoxingPlan *> plan = plans.get(boxing);
    if (failed(plan))
      return failure();
    // By time, a plan may move more over faster links.
    assert(
        ((*plan)->seconds || counted.get(boxing) == (*plan)->getTotalBytes()) &&
        "a plan moves other bytes than selection counted");
    int64_t count =
        llvm::count_if(getMoves(**plan), [](const BoxingMove &move) {
          return !isLocal(move.getKind());
        });
    if (count == 0)
      boxing.removeSequenceAttr();
    else
      boxing.setSequenceAttr(builder.getI64IntegerAttr(next));
    next += count;
  }
  return success();
}

void PlanBoxingsPass::runOnOperation() {
  auto &plans = getAnalysis<BoxingPlans>();
  CountedBytes counted(getOperation());
  for (auto entry : getOperation().getOps<func::FuncOp>())
    if (!entry.isDeclaration() &&
        failed(numberCommunications(entry, plans, counted)))
      return signalPassFailure();
  markAnalysesPreserved<BoxingPlans>();
}
