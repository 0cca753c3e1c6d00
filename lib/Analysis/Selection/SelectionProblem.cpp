//===- SelectionProblem.cpp - nodes of ops, arguments and results ---------===//

#include "SelectionProblem.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;
using namespace mlir;

namespace sbp {

Columns::Id Columns::intern(ArrayRef<StateTable::Id> states) {
  auto [it, isNew] = numbers.try_emplace(states.vec(), columns.size());
  if (isNew)
    columns.push_back(&it->first);
  return it->second;
}

SelectionProblem::SelectionProblem(ModuleOp module, CostModel model)
    : module(module), model(model), network(pool), sets(states, this->model) {
  for (auto placement : module.getOps<PlacementOp>()) {
    states.addPlacement(placement.getPlacement());
    placements.push_back(FlatSymbolRefAttr::get(placement.getSymNameAttr()));
  }
}

unsigned SelectionProblem::getPlacementIndex(FlatSymbolRefAttr symbol) {
  return llvm::find(placements, symbol) - placements.begin();
}

int64_t SelectionProblem::getNumRanks() const {
  int64_t ranks = 1;
  for (unsigned i = 0; i < placements.size(); ++i)
    ranks = std::max(ranks, states.getPlacement(i).getNumRanks());
  return ranks;
}

DistributionAttr SelectionProblem::getAttribute(StateTable::Id state) {
  return DistributionAttr::get(placements[states.get(state).placement],
                               states.get(state).distribution);
}

Port SelectionProblem::getFixed(DistributionAttr distribution) {
  StateTable::Id state =
      states.intern(getPlacementIndex(distribution.getPlacement()),
                    distribution.getDistribution());
  return {std::nullopt, columns.intern({state})};
}

/// The finest unit at which any total is exact: a model that computes and
/// stores everything everywhere is dearer than any optimum.
void SelectionProblem::chooseUnit() {
  double bytes = 0;
  module.walk([&](func::FuncOp function) {
    for (Type type : function.getArgumentTypes())
      if (auto tensor = dyn_cast<RankedTensorType>(type))
        bytes += model.perStoredByte * getNumBytes(tensor);
    for (Operation &op : function.front()) {
      bytes += model.perFlop * getWork(&op).flops + model.perBoxing;
      for (Type type : op.getOperandTypes())
        if (auto tensor = dyn_cast<RankedTensorType>(type))
          bytes += 4 * getNumBytes(tensor);
    }
  });
  double total = bytes * getNumRanks();
  while (std::ldexp(total, model.unitShift) > largestExactCost / 16)
    --model.unitShift;
}

/// Orders that annotations use.
void SelectionProblem::collectOrders() {
  auto allow = [&](DistributionAttr distribution) {
    if (distribution && !distribution.getOrder().empty())
      sets.allowOrder(getPlacementIndex(distribution.getPlacement()),
                      distribution.getOrder());
  };
  for (auto function : module.getOps<func::FuncOp>()) {
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      allow(function.getArgAttrOfType<DistributionAttr>(
          i, SBPDialect::kDistributionAttr));
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      allow(function.getResultAttrOfType<DistributionAttr>(
          i, SBPDialect::kDistributionAttr));
    function.walk([&](ConstrainOp op) { allow(op.getDistribution()); });
  }
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

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
  if (!isParameter)
    return {std::nullopt,
            columns.intern({states.intern(
                index, Distribution::broadcast(placement.getNumAxes()))})};
  std::vector<StateTable::Id> column;
  std::vector<Cost> prices;
  for (const Distribution &storage : getStorages(placement, type.getShape())) {
    column.push_back(states.intern(index, storage));
    int64_t copies =
        placement.getNumRanks() / states.getNumPieces(column.back());
    prices.push_back(
        model.getUnits(model.perStoredByte * copies * getNumBytes(type)));
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

//===----------------------------------------------------------------------===//
// Ops and results
//===----------------------------------------------------------------------===//

void SelectionProblem::addOp(Operation *op) {
  if (isa<ConstrainOp>(op) || !touchesTensors(op) || isSource(op))
    return;
  SmallVector<bool> matters;
  for (Value operand : op->getOperands()) {
    Operation *producer = operand.getDefiningOp();
    matters.push_back(isa<RankedTensorType>(operand.getType()) &&
                      !(producer && isSource(producer)));
  }
  const SignatureSet &set =
      sets.get(op, getPlacementIndex(getPlacementOf(op)), matters);
  numSets = std::max<size_t>(numSets, set.id + 1);
  bool isOptional = optionOf.count(op);
  std::vector<Cost> costs = set.costs;
  if (isOptional)
    costs.push_back(0);
  unsigned variable = network.addVariable(costs.size());
  network.addTerm({variable}, std::move(costs));
  opNodes[op] = {op, &set, variable, isOptional};
}

std::optional<Port> SelectionProblem::getProducer(Value value) {
  auto result = dyn_cast<OpResult>(value);
  if (!result)
    return argumentNodes.lookup(value);
  if (auto constrain = dyn_cast<ConstrainOp>(result.getOwner()))
    return getFixed(constrain.getDistribution());
  auto it = opNodes.find(result.getOwner());
  if (it == opNodes.end())
    return std::nullopt; // a source: adopts what its user reads
  std::vector<StateTable::Id> column;
  for (const auto &states : it->second.set->results)
    column.push_back(states[result.getResultNumber()]);
  if (it->second.isOptional)
    column.push_back(offState);
  return Port{it->second.variable, columns.intern(column)};
}

SmallVector<Port, 1> SelectionProblem::getProducers(Value value) {
  SmallVector<Port, 1> producers;
  if (std::optional<Port> producer = getProducer(value))
    producers.push_back(*producer);
  auto result = dyn_cast<OpResult>(value);
  if (!result)
    return producers;
  auto option = optionOf.find(result.getOwner());
  if (option == optionOf.end() || option->second.second != 0)
    return producers;
  for (const auto &replacement : choices[option->second.first].replacements)
    producers.push_back(*getProducer(replacement[result.getResultNumber()]));
  return producers;
}

/// The states of `column`, partial ones replaced by what they may be reduced
/// to: a result that nobody fixes is never partial.
SmallVector<StateTable::Id, 0>
SelectionProblem::getWholeStates(Columns::Id column, Value value) {
  llvm::SetVector<StateTable::Id> whole;
  for (StateTable::Id state : columns.get(column)) {
    if (state == offState)
      continue;
    if (!states.hasPartial(state)) {
      whole.insert(state);
      continue;
    }
    std::vector<Distribution> open{states.get(state).distribution};
    unsigned placement = states.get(state).placement;
    while (!open.empty()) {
      Distribution distribution = open.back();
      open.pop_back();
      auto *partial = find_if(distribution.components,
                              [](const Component &c) { return c.isPartial(); });
      if (partial == distribution.components.end()) {
        whole.insert(states.intern(placement, distribution));
        continue;
      }
      *partial = Component::broadcast();
      open.push_back(distribution);
      for (auto [dim, extent] :
           enumerate(cast<RankedTensorType>(value.getType()).getShape())) {
        *partial = Component::split(dim);
        if (extent > 1)
          open.push_back(distribution);
      }
    }
  }
  return whole.takeVector();
}

Port SelectionProblem::makeOutput(func::ReturnOp op, unsigned index) {
  auto function = cast<func::FuncOp>(op->getParentOp());
  if (auto annotation = function.getResultAttrOfType<DistributionAttr>(
          index, SBPDialect::kDistributionAttr))
    return getFixed(annotation);
  if (auto name = function.getResultAttrOfType<StringAttr>(
          index, SBPDialect::kStateAttr)) {
    auto it = stateNodes.find(name);
    if (it != stateNodes.end())
      return it->second.second;
  }
  Value value = op.getOperand(index);
  SmallVector<Port, 1> producers = getProducers(value);
  if (producers.empty()) {
    FlatSymbolRefAttr symbol = getPlacementOf(value.getDefiningOp());
    unsigned axes = states.getPlacement(getPlacementIndex(symbol)).getNumAxes();
    return getFixed(
        DistributionAttr::get(symbol, Distribution::broadcast(axes)));
  }
  llvm::SetVector<StateTable::Id> whole;
  for (const Port &producer : producers)
    for (StateTable::Id state : getWholeStates(producer.column, value))
      whole.insert(state);
  SmallVector<StateTable::Id, 0> column = whole.takeVector();
  if (column.size() == 1)
    return {std::nullopt, columns.intern(column)};
  unsigned variable = network.addVariable(column.size());
  return {variable, columns.intern(column)};
}

void SelectionProblem::addOutputs(func::ReturnOp op) {
  auto function = cast<func::FuncOp>(op->getParentOp());
  for (unsigned i = 0; i < op.getNumOperands(); ++i)
    outputNodes.push_back({function, i, makeOutput(op, i),
                           function.getResultAttrOfType<DistributionAttr>(
                               i, SBPDialect::kDistributionAttr)});
}

LogicalResult SelectionProblem::build() {
  chooseUnit();
  collectOrders();
  auto functions = to_vector(module.getOps<func::FuncOp>());
  // An entry that says how a state is stored says it for all entries.
  for (bool annotated : {true, false})
    for (func::FuncOp function : functions)
      for (BlockArgument argument : function.getArguments()) {
        unsigned index = argument.getArgNumber();
        auto name = function.getArgAttrOfType<StringAttr>(
            index, SBPDialect::kStateAttr);
        bool isAnnotated =
            !!function.getArgAttr(index, SBPDialect::kDistributionAttr);
        if (name && isAnnotated == annotated &&
            failed(addState(argument, name)))
          return failure();
      }
  for (func::FuncOp function : functions) {
    buildAlternatives(function);
    if (failed(addArguments(function)))
      return failure();
    for (Operation &op : function.front().without_terminator())
      addOp(&op);
    addOutputs(cast<func::ReturnOp>(function.front().getTerminator()));
  }
  addSelectors();
  for (func::FuncOp function : functions) {
    for (BlockArgument argument : function.getArguments())
      addUses(argument);
    for (Operation &op : function.front().without_terminator())
      for (Value result : op.getResults())
        addUses(result);
  }
  return success();
}

} // namespace sbp
