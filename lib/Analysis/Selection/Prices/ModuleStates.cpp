// ModuleStates.cpp: interns placements, states and state lists of a module

#include "ModuleStates.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

StateLists::Id StateLists::intern(ArrayRef<StateTable::Id> states) {
  auto [it, isNew] = numbers.try_emplace(states.vec(), stateLists.size());
  if (isNew)
    stateLists.push_back(&it->first);
  return it->second;
}

ModuleStates::ModuleStates(ModuleOp module) {
  for (auto placement : module.getOps<PlacementOp>()) {
    addPlacement(placement.getPlacement());
    symbols.push_back(FlatSymbolRefAttr::get(placement.getSymNameAttr()));
  }
}

unsigned ModuleStates::getIndex(FlatSymbolRefAttr placement) const {
  return llvm::find(symbols, placement) - symbols.begin();
}

int64_t ModuleStates::getNumRanks() const {
  int64_t ranks = 1;
  for (unsigned i = 0; i < symbols.size(); ++i)
    ranks = std::max(ranks, getPlacement(i).getNumRanks());
  return ranks;
}

DistributionAttr ModuleStates::getAttribute(Id state) const {
  return DistributionAttr::get(symbols[get(state).placement],
                               get(state).distribution);
}

StateLists::Id ModuleStates::internFixed(DistributionAttr distribution) {
  return stateLists.intern({intern(getIndex(distribution.getPlacement()),
                                   distribution.getDistribution())});
}

StateLists::Id ModuleStates::internBroadcast(unsigned placement) {
  unsigned axes = getPlacement(placement).getNumAxes();
  return stateLists.intern({intern(placement, Distribution::broadcast(axes))});
}

} // namespace sbp
