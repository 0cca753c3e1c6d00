// AdjointNotes.cpp: placement, layer and phase of ops that differentiation
// makes
#include "AdjointNotes.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"

using namespace mlir;
using namespace sbp;

/// Returns the placement of a value of the forward pass; null in a module of
/// one placement, and for an argument without annotation.
FlatSymbolRefAttr AdjointNotes::getPlacement(Value value) const {
  if (placements.empty())
    return {};
  if (auto constrain = value.getDefiningOp<ConstrainOp>())
    return constrain.getDistribution().getPlacement();
  if (Operation *maker = value.getDefiningOp())
    return placements.lookup(maker);
  auto argument = cast<BlockArgument>(value);
  auto stored = cast<func::FuncOp>(argument.getOwner()->getParentOp())
                    .getArgAttrOfType<DistributionAttr>(
                        argument.getArgNumber(), SBPDialect::kDistributionAttr);
  return stored ? stored.getPlacement() : FlatSymbolRefAttr();
}

/// Gives the ops between `last` and `end` the layer and the placement of
/// `primal`.
void AdjointNotes::adopt(Operation *primal, Operation *last, Operation *end,
                         StepPhase phase) {
  write(last, end,
        {placements.lookup(primal), primal->getAttr(SBPDialect::kLayerAttr),
         phase});
}

void AdjointNotes::write(Operation *last, Operation *end, const Notes &notes) {
  auto [placement, layer, phase] = notes;
  Operation *made = last ? last->getNextNode() : &end->getBlock()->front();
  for (; made != end; made = made->getNextNode()) {
    if (made->getNumOperands() > 0) // constants belong to no phase
      setPhase(made, phase);
    if (layer)
      made->setAttr(SBPDialect::kLayerAttr, layer);
    if (!placement || isa<ConstrainOp>(made))
      continue;
    made->setAttr(SBPDialect::kPlacementAttr, placement);
    placements[made] = placement;
  }
}
