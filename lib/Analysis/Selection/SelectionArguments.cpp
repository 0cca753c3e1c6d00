//===- SelectionArguments.cpp - how arguments and states are stored -------===//

#include "SelectionProblem.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

/// Every way to store a tensor by splits and copies; copies first.
static std::vector<Distribution> getStorages(const Placement &placement,
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

/// A node for an argument whose storage costs something or is said; nothing to
/// choose where it costs nothing: copies leave every use for free.
Port SelectionProblem::makeArgument(BlockArgument argument, bool isParameter) {
  auto function = cast<func::FuncOp>(argument.getOwner()->getParentOp());
  auto annotation = function.getArgAttrOfType<DistributionAttr>(
      argument.getArgNumber(), SBPDialect::kDistributionAttr);
  if (annotation)
    return getFixed(annotation);
  auto type = cast<RankedTensorType>(argument.getType());
  unsigned index = getPlacementIndex(getPlacementOf(argument));
  const Placement &placement = states.getPlacement(index);
  if (!isParameter && !countsMemory)
    return {std::nullopt,
            columns.intern({states.intern(
                index, Distribution::broadcast(placement.getNumAxes()))})};
  std::vector<StateTable::Id> column;
  std::vector<Cost> prices;
  llvm::SetVector<StateTable::Id> storages;
  for (const Distribution &storage : getStorages(placement, type.getShape())) {
    storages.insert(states.intern(index, storage));
    for (const auto &order : sets.getOrders(index)) {
      Distribution ordered = storage; // one without effect is dropped
      ordered.order.assign(order.begin(), order.end());
      storages.insert(states.intern(index, ordered));
    }
  }
  for (StateTable::Id storage : storages) {
    column.push_back(storage);
    int64_t copies = placement.getNumRanks() / states.getNumPieces(storage);
    prices.push_back(isParameter ? model.getUnits(model.perStoredByte * copies *
                                                  getNumBytes(type))
                                 : 0);
  }
  unsigned variable = network.addVariable(column.size());
  network.addTerm({variable}, std::move(prices));
  return {variable, columns.intern(column)};
}

LogicalResult SelectionProblem::addState(BlockArgument argument,
                                         StringAttr name) {
  auto annotationOf = [](BlockArgument argument) {
    return cast<func::FuncOp>(argument.getOwner()->getParentOp())
        .getArgAttrOfType<DistributionAttr>(argument.getArgNumber(),
                                            SBPDialect::kDistributionAttr);
  };
  auto [it, isNew] = stateNodes.try_emplace(name);
  auto &[first, port] = it->second;
  if (isNew) {
    first = argument;
    port = makeArgument(argument, /*isParameter=*/true);
    return success();
  }
  auto conflict = [&](StringRef what, auto mine, auto theirs) {
    InFlightDiagnostic error = emitError(argument.getLoc())
                               << "state '" << name.getValue() << "' has "
                               << what << " " << mine << " here but " << theirs
                               << " in another entry; they must be equal";
    error.attachNote(first.getLoc()) << "the other one";
    return error;
  };
  if (argument.getType() != first.getType())
    return conflict("type", argument.getType(), first.getType());
  DistributionAttr mine = annotationOf(argument), theirs = annotationOf(first);
  if (mine && theirs && mine != theirs)
    return conflict("distribution", mine, theirs);
  return success();
}

LogicalResult SelectionProblem::addArguments(func::FuncOp function) {
  double bytes = 0;
  for (Type type : function.getArgumentTypes())
    bytes += getNumBytes(cast<RankedTensorType>(type));
  for (BlockArgument argument : function.getArguments()) {
    unsigned index = argument.getArgNumber();
    if (auto name = function.getArgAttrOfType<StringAttr>(
            index, SBPDialect::kStateAttr)) {
      if (failed(addState(argument, name)))
        return failure();
      argumentNodes[argument] = stateNodes[name].second;
      continue;
    }
    auto type = cast<RankedTensorType>(argument.getType());
    bool isParameter =
        !function.getArgAttr(index, SBPDialect::kMicrobatchAttr) &&
        getNumBytes(type) >= model.parameterShare * bytes &&
        model.perStoredByte > 0;
    argumentNodes[argument] = makeArgument(argument, isParameter);
  }
  return success();
}

} // namespace sbp
