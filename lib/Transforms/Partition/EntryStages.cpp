// EntryStages.cpp: the stages of an entry's pipeline

#include "EntryStages.h"

#include "sbp/Analysis/Boxing/BoxingPlans.h"
#include "sbp/Dialect/SBP/IR/Stages.h"

using namespace mlir;
using namespace sbp;

EntryStages::EntryStages(func::FuncOp entry, const Sweeps &sweeps) {
  if (getMicroBatches(entry) == 1)
    return;
  for (Operation &op : entry.front().without_terminator()) {
    std::optional<int64_t> sweep = sweeps.get(&op);
    if (!sweep || isa<BoxingOp>(op) || op.getNumResults() == 0)
      continue;
    if (*sweep > 0) {
      numbers.clear();
      return;
    }
    if (DistributionAttr distribution = getDistributionOf(op.getResult(0)))
      numbers.try_emplace(distribution.getPlacement(), numbers.size());
  }
  if (numbers.size() == 1)
    numbers.clear();
}

int64_t EntryStages::get(Attribute placement) const {
  auto found = numbers.find(placement);
  return found == numbers.end() ? -1 : found->second;
}

bool EntryStages::isBackward(Operation *op) {
  if (auto leave = dyn_cast<LeaveTimeOp>(op)) {
    Operation *producer = leave.getInput().getDefiningOp();
    return producer && isBackward(producer);
  }
  if (isa<BoxingOp>(op))
    return llvm::all_of(op->getUsers(), isBackward);
  return getPhaseOf(op) != StepPhase::Forward;
}
