// ArgumentNodes.cpp: nodes for the storage of arguments
//
// The domain of an argument is every distribution by splits and copies; partial
// values are never stored. Example: a 4x6 tensor on [2, 2] has the 9 states
// {B, S(0), S(1)}^2; a 2x6 tensor lacks [S(0), S(0)], whose pieces are empty.

#include "ArgumentNodes.h"
#include "Parameters.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

static DistributionAttr getAnnotation(BlockArgument argument) {
  return getFunction(argument).getArgAttrOfType<DistributionAttr>(
      argument.getArgNumber(), SBPDialect::kDistributionAttr);
}

/// Returns every distribution of a tensor by splits and copies, copies first.
/// Extends the components axis by axis, so an earlier axis is the outer one.
static std::vector<Distribution> enumerateStorages(const Placement &placement,
                                                   ArrayRef<int64_t> shape) {
  std::vector<Distribution> storages{{}};
  for (int64_t size : placement.axisSizes) {
    std::vector<Distribution> longer;
    for (const Distribution &prefix : storages) {
      Distribution whole = prefix;
      whole.components.push_back(Component::broadcast());
      longer.push_back(whole);
      if (size == 1)
        continue;
      for (auto [dim, extent] : enumerate(shape)) {
        int64_t parts = size;
        for (auto [axis, component] : enumerate(prefix.components))
          if (component.isSplit(dim))
            parts *= placement.axisSizes[axis];
        if (parts > extent)
          continue;
        Distribution split = prefix;
        split.components.push_back(Component::split(dim));
        longer.push_back(std::move(split));
      }
    }
    storages = std::move(longer);
  }
  return storages;
}

StateLists::Id ArgumentNodes::getStorages(BlockArgument argument) {
  ModuleStates &states = prices.getStates();
  unsigned placement = states.getIndex(getPlacementOf(argument));
  llvm::SetVector<StateTable::Id> storages;
  for (const Distribution &storage : enumerateStorages(
           states.getPlacement(placement),
           cast<RankedTensorType>(argument.getType()).getShape())) {
    storages.insert(states.intern(placement, storage));
    for (const auto &order : prices.getSignatureSets().getOrders(placement)) {
      Distribution ordered = storage; // interning drops an order without effect
      ordered.order.assign(order.begin(), order.end());
      storages.insert(states.intern(placement, ordered));
    }
  }
  return states.stateLists.intern(storages.getArrayRef());
}

/// Makes a node for an argument whose storage costs something or is annotated.
/// Storage without a cost needs no choice: copies serve every use for free.
Port ArgumentNodes::makePort(BlockArgument argument, bool isParameter) {
  ModuleStates &states = prices.getStates();
  int64_t bytes = getNumBytes(cast<RankedTensorType>(argument.getType()));
  if (DistributionAttr annotation = getAnnotation(argument)) {
    Port port{std::nullopt, states.internFixed(annotation)};
    // An annotation fixes the state but not the objective: it pays the price
    // that the same choice pays, so that costs never fall when freedom is
    // removed.
    if (isParameter)
      network.addTerm(
          {}, Costs{prices.getStoring(
                  states.stateLists.get(port.stateList).front(), bytes)});
    return port;
  }
  if (!isParameter && !prices.getCountsMemory())
    return {std::nullopt,
            states.internBroadcast(states.getIndex(getPlacementOf(argument)))};
  StateLists::Id stateList = getStorages(argument);
  Costs costs;
  for (StateTable::Id storage : states.stateLists.get(stateList))
    costs.push_back(isParameter ? prices.getStoring(storage, bytes) : 0);
  unsigned variable = network.addVariable(costs.size());
  network.addTerm({variable}, std::move(costs));
  return {variable, stateList};
}

LogicalResult ArgumentNodes::addState(BlockArgument argument, StringAttr name) {
  auto [it, isNew] = byName.try_emplace(name);
  State &state = it->second;
  if (isNew)
    state = {argument, makePort(argument, /*isParameter=*/true)};
  ports[argument] = state.port;
  auto conflict = [&](StringRef what, auto mine, auto theirs) {
    InFlightDiagnostic error = emitError(argument.getLoc())
                               << "state '" << name.getValue() << "' has "
                               << what << " " << mine << " here but " << theirs
                               << " in another entry; they must be equal";
    error.attachNote(state.first.getLoc()) << "the other is declared here";
    return error;
  };
  if (argument.getType() != state.first.getType())
    return conflict("type", argument.getType(), state.first.getType());
  DistributionAttr mine = getAnnotation(argument);
  DistributionAttr theirs = getAnnotation(state.first);
  if (mine && theirs && mine != theirs)
    return conflict("distribution", mine, theirs);
  return success();
}

LogicalResult ArgumentNodes::addStates(ModuleOp module) {
  // The annotation of a state in one entry holds for all entries.
  for (bool annotated : {true, false})
    for (auto function : module.getOps<func::FuncOp>())
      for (BlockArgument argument : function.getArguments()) {
        StringAttr name = getStateName(argument);
        if (name && !!getAnnotation(argument) == annotated &&
            failed(addState(argument, name)))
          return failure();
      }
  return success();
}

void ArgumentNodes::addArguments(func::FuncOp function) {
  Parameters parameters(function, prices.getModel());
  for (BlockArgument argument : function.getArguments())
    if (!getStateName(argument))
      ports[argument] = makePort(argument, parameters.contains(argument));
}

const Port *ArgumentNodes::getState(StringAttr name) const {
  auto it = byName.find(name);
  return it == byName.end() ? nullptr : &it->second.port;
}

bool ArgumentNodes::isRepresentative(BlockArgument argument) const {
  StringAttr name = getStateName(argument);
  return !name || byName.find(name)->second.first == argument;
}

} // namespace sbp
