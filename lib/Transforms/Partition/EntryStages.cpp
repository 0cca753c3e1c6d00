// EntryStages.cpp: the stages of an entry's pipeline

#include "EntryStages.h"

#include "sbp/Analysis/Boxing/BoxingPlans.h"
#include "sbp/Analysis/Scheduling/PipelineKinds.h"
#include "sbp/Dialect/SBP/IR/Stages.h"

using namespace mlir;
using namespace sbp;

/// Returns whether the schedule that `entry` names runs weight work apart.
/// Unknown names are reported where tasks are scheduled.
static bool splitsBackwardOf(func::FuncOp entry) {
  auto name = entry->getAttrOfType<StringAttr>(kScheduleAttr);
  return name &&
         llvm::any_of(getPipelineKinds(), [&](const PipelineKind &kind) {
           return kind.name == name.getValue() && kind.splitsBackward;
         });
}

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
  splitsBackward = !numbers.empty() && splitsBackwardOf(entry);
  if (splitsBackward)
    findSent(entry, sweeps);
}

void EntryStages::findSent(func::FuncOp entry, const Sweeps &sweeps) {
  SmallVector<Operation *> work;
  for (auto boxing : entry.getBody().getOps<BoxingOp>()) {
    DistributionAttr from = getDistributionOf(boxing.getInput());
    if (sweeps.get(boxing) && from &&
        from.getPlacement() != boxing.getTo().getPlacement())
      work.push_back(boxing);
  }
  while (!work.empty()) {
    Operation *op = work.pop_back_val();
    if (!sweeps.get(op) || !sent.insert(op).second)
      continue;
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (Operation *producer = operand.getDefiningOp())
          work.push_back(producer);
    });
  }
}

int64_t EntryStages::get(Attribute placement) const {
  auto found = numbers.find(placement);
  return found == numbers.end() ? -1 : found->second;
}

/// Returns the op that makes the value that `boxing` moves, perhaps by further
/// boxings; null for an argument.
static Operation *getMaker(BoxingOp boxing) {
  Operation *maker = boxing;
  while (auto next = dyn_cast_or_null<BoxingOp>(maker))
    maker = next.getInput().getDefiningOp();
  return maker;
}

bool EntryStages::isWeight(Operation *op) const {
  if (!splitsBackward || !isBackward(op))
    return false;
  if (auto leave = dyn_cast<LeaveTimeOp>(op))
    if (Operation *producer = leave.getInput().getDefiningOp())
      return isWeight(producer);
  return !sent.contains(op);
}

bool EntryStages::isBackward(Operation *op) {
  if (auto leave = dyn_cast<LeaveTimeOp>(op)) {
    Operation *producer = leave.getInput().getDefiningOp();
    return producer && isBackward(producer);
  }
  if (auto boxing = dyn_cast<BoxingOp>(op)) {
    // An accumulation runs with its boxing, so it does not place the boxing: a
    // gradient that is reduced in every micro-batch (ZeRO stage 2) runs with
    // the op that makes it.
    auto readers = llvm::make_filter_range(op->getUsers(), [](Operation *user) {
      return !isa<LeaveTimeOp>(user);
    });
    if (!readers.empty())
      return llvm::all_of(readers, isBackward);
    Operation *maker = getMaker(boxing);
    return maker && isBackward(maker);
  }
  return getPhaseOf(op) != StepPhase::Forward;
}
