// ReaderGroups.cpp: readers of a value that share its boxings

#include "sbp/Analysis/Selection/Graph/ReaderGroups.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;
using namespace mlir;

namespace sbp {

/// Returns the phase in which `use` reads: a next state is written by the
/// update.
static StepPhase getPhaseOf(OpOperand &use) {
  Operation *reader = use.getOwner();
  if (!isa<func::ReturnOp>(reader))
    return getPhaseOf(reader);
  auto function = cast<func::FuncOp>(reader->getParentOp());
  return function.getResultAttr(use.getOperandNumber(), SBPDialect::kStateAttr)
             ? StepPhase::Update
             : StepPhase::Forward;
}

/// Sources adopt what their readers require, so they make nothing dependent on
/// anything else.
bool ReaderGroups::dependsOnStatesAlone(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
    return function &&
           function.getArgAttr(argument.getArgNumber(), SBPDialect::kStateAttr);
  }
  auto found = known.find(value);
  if (found != known.end())
    return found->second;
  Operation *op = value.getDefiningOp();
  bool hasState = false, hasOther = false;
  for (Value operand : op->getOperands()) {
    Operation *producer = operand.getDefiningOp();
    if (!isa<RankedTensorType>(operand.getType()) ||
        (producer && isSource(producer)))
      continue;
    (dependsOnStatesAlone(operand) ? hasState : hasOther) = true;
    if (hasOther)
      break;
  }
  return known[value] = hasState && !hasOther;
}

SmallVector<ReaderGroup, 2> ReaderGroups::get(Value value) {
  SmallVector<OpOperand *> uses = getOrderedUses(value);
  auto isForward = [](OpOperand *use) {
    return getPhaseOf(*use) == StepPhase::Forward;
  };
  if (uses.empty())
    return {};
  if (all_of(uses, isForward) || !dependsOnStatesAlone(value))
    return {{StepPhase::Forward, std::move(uses)}};
  FlatSymbolRefAttr home = getPlacementOf(value);
  std::map<StepPhase, SmallVector<OpOperand *>> byPhase;
  for (OpOperand *use : uses) {
    FlatSymbolRefAttr placement = getPlacementOfUse(*use);
    bool isSent = placement && placement != home;
    byPhase[isSent ? StepPhase::Forward : getPhaseOf(*use)].push_back(use);
  }
  SmallVector<ReaderGroup, 2> groups;
  for (auto &[phase, group] : byPhase)
    groups.push_back({phase, std::move(group)});
  return groups;
}

} // namespace sbp
