// ModuleStates.cpp: placements, states and columns of a module under numbers

#include "ModuleStates.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

Columns::Id Columns::intern(ArrayRef<StateTable::Id> states) {
  auto [it, isNew] = numbers.try_emplace(states.vec(), columns.size());
  if (isNew)
    columns.push_back(&it->first);
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

Columns::Id ModuleStates::getFixed(DistributionAttr distribution) {
  return columns.intern({intern(getIndex(distribution.getPlacement()),
                                distribution.getDistribution())});
}

Columns::Id ModuleStates::getWhole(unsigned placement) {
  unsigned axes = getPlacement(placement).getNumAxes();
  return columns.intern({intern(placement, Distribution::broadcast(axes))});
}

} // namespace sbp
