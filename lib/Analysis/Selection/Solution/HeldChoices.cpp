// HeldChoices.cpp: a selection in which distributions are given

#include "HeldChoices.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"

using namespace mlir;
using namespace sbp;

/// Forbids all of the first `count` states of `variable` but those that
/// `isHeld` accepts, if it accepts any.
static void hold(CostNetwork &network, unsigned variable, size_t count,
                 llvm::function_ref<bool(size_t)> isHeld) {
  Costs costs(network.getDomain(variable), 0);
  bool found = false;
  for (size_t state = 0; state < count; ++state) {
    bool stays = isHeld(state);
    found |= stays;
    costs[state] = stays ? 0 : kInfiniteCost;
  }
  if (found)
    network.addTerm({variable}, std::move(costs));
}

void sbp::addHeldChoices(const SelectionGraph &graph, const Decision &held,
                         CostNetwork &network) {
  for (const auto &[op, node] : graph.getOps()) {
    Operation *original = graph.getAlternatives().getOriginal(op);
    SignatureAttr signature = held.signatures.lookup(original);
    if (!signature)
      continue;
    FlatSymbolRefAttr placement = getPlacementOf(op);
    hold(network, node.variable, node.set->size(), [&](size_t state) {
      return SignatureAttr::get(placement, node.set->signatures[state]) ==
             signature;
    });
  }
  for (auto function : graph.getModule().getOps<func::FuncOp>())
    for (BlockArgument argument : function.getArguments()) {
      const Port &port = graph.getArguments().get(argument);
      DistributionAttr stored = held.arguments.lookup(argument);
      if (!port.variable || !stored)
        continue;
      const auto &states = graph.getStateLists().get(port.stateList);
      hold(network, *port.variable, states.size(), [&](size_t state) {
        return graph.getStates().getAttribute(states[state]) == stored;
      });
    }
}
