// EntryStages.cpp: the stages of an entry's pipeline

#include "EntryStages.h"

#include "sbp/Analysis/Boxing/BoxingPlans.h"
#include "sbp/Analysis/Scheduling/WorkOrders.h"
#include "sbp/Dialect/SBP/IR/Stages.h"

using namespace mlir;
using namespace sbp;

/// Returns whether the schedule that `entry` names runs weight work apart.
/// Unknown names are reported where tasks are scheduled.
static bool splitsBackwardOf(func::FuncOp entry) {
  if (auto order = readOrder(entry->getAttrOfType<ArrayAttr>(kWorkOrderAttr)))
    return getKindOf(*order).splitsBackward;
  auto name = entry->getAttrOfType<StringAttr>(kScheduleAttr);
  return name &&
         llvm::any_of(getPipelineKinds(), [&](const PipelineKind &kind) {
           return kind.name == name.getValue() && kind.splitsBackward;
         });
}

EntryStages::EntryStages(func::FuncOp entry, const Sweeps &sweeps) {
  if (getMicroBatches(entry) == 1)
    return;
  for (Operation &op : entry.front().without_terminator())
    lastSweep = std::max(lastSweep, sweeps.get(&op).value_or(0));
  for (Operation &op : entry.front().without_terminator()) {
    if (sweeps.get(&op) != lastSweep || isa<BoxingOp>(op) ||
        op.getNumResults() == 0)
      continue;
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
    if (sweeps.get(boxing) == lastSweep && from &&
        from.getPlacement() != boxing.getTo().getPlacement())
      work.push_back(boxing);
  }
  while (!work.empty()) {
    Operation *op = work.pop_back_val();
    if (sweeps.get(op) != lastSweep || !sent.insert(op).second)
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

namespace {
/// Directed edges between stages, each with the op that it comes from.
class StageEdges {
public:
  /// Returns the edges of a path, or nothing where there is none.
  SmallVector<BoxingOp> findPath(Attribute from, Attribute to) const;
  void add(Attribute from, Attribute to, BoxingOp boxing) {
    next[from].try_emplace(to, boxing);
  }

private:
  llvm::DenseMap<Attribute, llvm::SmallMapVector<Attribute, BoxingOp, 2>> next;
};
} // namespace

SmallVector<BoxingOp> StageEdges::findPath(Attribute from, Attribute to) const {
  llvm::SmallMapVector<Attribute, BoxingOp, 4> reached; // Stage to last edge.
  reached[from] = {};
  for (unsigned i = 0; i < reached.size(); ++i) {
    auto edges = next.find(reached.getArrayRef()[i].first);
    if (edges != next.end())
      for (auto &[stage, boxing] : edges->second)
        reached.try_emplace(stage, boxing);
  }
  SmallVector<BoxingOp> path;
  if (reached.contains(to))
    while (BoxingOp boxing = reached.lookup(to)) {
      path.push_back(boxing);
      to = getDistributionOf(boxing.getInput()).getPlacement();
    }
  return path;
}

LogicalResult EntryStages::checkForward(func::FuncOp entry,
                                        const Sweeps &sweeps) const {
  auto isStaged = [&](Operation &op) {
    return sweeps.get(&op) == lastSweep && op.getNumResults() > 0;
  };
  if (numbers.empty() ||
      llvm::none_of(entry.front().without_terminator(), [&](Operation &op) {
        return isStaged(op) && isBackward(&op);
      }))
    return success();
  StageEdges edges;
  for (auto boxing : entry.getBody().getOps<BoxingOp>()) {
    Attribute from = getDistributionOf(boxing.getInput()).getPlacement(),
              to = boxing.getTo().getPlacement();
    if (from == to || !isStaged(*boxing) || isBackward(boxing))
      continue;
    SmallVector<BoxingOp> path = edges.findPath(to, from);
    if (path.empty()) {
      edges.add(from, to, boxing);
      continue;
    }
    InFlightDiagnostic error =
        boxing.emitError()
        << "forward returns from " << from << " to " << to
        << ", which it has left before: the stages form a cycle; give what "
           "runs there later a placement of its own, perhaps on the same ranks";
    for (BoxingOp step : llvm::reverse(path))
      error.attachNote(step.getLoc())
          << getDistributionOf(step.getInput()).getPlacement() << " to "
          << step.getTo().getPlacement();
    return error;
  }
  return success();
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
