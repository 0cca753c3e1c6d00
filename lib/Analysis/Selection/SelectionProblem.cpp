//===- SelectionProblem.cpp - nodes of ops, arguments and results ---------===//

#include "SelectionProblem.h"
#include "sbp/Calculus/Normalise.h"
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

SelectionProblem::SelectionProblem(ModuleOp module, CostModel model,
                                   bool countsMemory)
    : module(module), model(model), network(pool), countsMemory(countsMemory),
      sets(states, this->model, countsMemory) {
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

/// What one rank pays at most where each operand of an op is boxed.
double SelectionProblem::getDearestBoxing(double bytes) const {
  double dearest = model.perBoxing + bytes;
  for (unsigned i = 0; i < placements.size() && model.topology; ++i)
    dearest = std::max(dearest,
                       model.getSlowest(states.getPlacement(i).ranks, bytes));
  return dearest;
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
      for (const OpWork::Part &part : getWork(&op).parts)
        bytes += model.getDearest(part);
      double moved = 0;
      for (Type type : op.getOperandTypes())
        if (auto tensor = dyn_cast<RankedTensorType>(type))
          moved += 4 * getNumBytes(tensor);
      bytes += getDearestBoxing(moved);
    }
  });
  double total = bytes * getNumRanks();
  while (std::ldexp(total, model.unitShift) > largestExactCost / 16)
    --model.unitShift;
}

/// Every order in which axes may cut one dimension, where trying all is quick:
/// three axes have half as many signatures again, four twice as many.
void SelectionProblem::allowAllOrders() {
  constexpr unsigned mostOps[] = {0, 0, 400, 60};
  unsigned ops = 0;
  module.walk([&](Operation *op) { ops += isa<SBPOpInterface>(op); });
  for (unsigned i = 0; i < placements.size(); ++i) {
    unsigned axes = states.getPlacement(i).getNumAxes();
    if (axes >= std::size(mostOps) || ops > mostOps[axes])
      continue;
    SmallVector<int64_t> order = to_vector(seq<int64_t>(axes));
    while (std::next_permutation(order.begin(), order.end()))
      sets.allowOrder(i, order);
  }
}

/// Orders that annotations use and that say anything: every order multiplies
/// the signatures of every op.
void SelectionProblem::collectOrders() {
  if (!countsMemory) // prices on bytes solve the network many times
    allowAllOrders();
  auto allow = [&](DistributionAttr distribution, Type type) {
    if (distribution)
      sets.getCombiners().addGiven(
          states.getPlacement(getPlacementIndex(distribution.getPlacement())),
          distribution.getDistribution(),
          cast<RankedTensorType>(type).getShape());
    if (!distribution || distribution.getOrder().empty())
      return;
    unsigned placement = getPlacementIndex(distribution.getPlacement());
    // For any size, so that equal annotations of two values stay equal.
    SmallVector<int64_t> sizes(cast<RankedTensorType>(type).getRank(),
                               int64_t(1) << 40);
    if (!normalise(states.getPlacement(placement),
                   distribution.getDistribution(), sizes)
             .order.empty())
      sets.allowOrder(placement, distribution.getOrder());
  };
  for (auto function : module.getOps<func::FuncOp>()) {
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      allow(function.getArgAttrOfType<DistributionAttr>(
                i, SBPDialect::kDistributionAttr),
            function.getArgumentTypes()[i]);
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      allow(function.getResultAttrOfType<DistributionAttr>(
                i, SBPDialect::kDistributionAttr),
            function.getResultTypes()[i]);
    function.walk([&](ConstrainOp op) {
      allow(op.getDistribution(), op.getResult().getType());
    });
  }
}

//===----------------------------------------------------------------------===//
// Ops and results
//===----------------------------------------------------------------------===//

/// Has signatures to choose among.
static bool isChosen(Operation *op) {
  return !isa<ConstrainOp>(op) && touchesTensors(op) && !isSource(op);
}

void SelectionProblem::addOp(Operation *op) {
  if (!isChosen(op))
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
    if (state == offState ||
        states.get(state).distribution.hasWindows()) // overlap, or lack some
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
  // Held in windows only, which no result is: copied from them.
  for (const Port &producer : producers)
    for (StateTable::Id state : columns.get(producer.column)) {
      if (!whole.empty() || state == offState)
        continue;
      unsigned placement = states.get(state).placement;
      unsigned axes = states.getPlacement(placement).getNumAxes();
      whole.insert(states.intern(placement, Distribution::broadcast(axes)));
    }
  SmallVector<StateTable::Id, 0> column = whole.takeVector();
  if (column.size() == 1)
    return {std::nullopt, columns.intern(column)};
  unsigned variable = network.addVariable(column.size());
  network.addTerm({variable}, getReadingCosts(column, value));
  return {variable, columns.intern(column)};
}

/// A free result is read whole by somebody: what one rank lacks is collected
/// from the others. Otherwise the last reduction would always leave pieces.
std::vector<Cost>
SelectionProblem::getReadingCosts(ArrayRef<StateTable::Id> column,
                                  Value value) {
  int64_t bytes = getNumBytes(cast<RankedTensorType>(value.getType()));
  std::vector<Cost> costs;
  for (StateTable::Id state : column) {
    int64_t pieces = states.getNumPieces(state);
    costs.push_back(pieces == 1 ? 0
                                : model.getUnits(model.getSlowest(
                                      states.getPlacementOf(state).ranks,
                                      bytes - double(bytes) / pieces)));
  }
  return costs;
}

void SelectionProblem::addOutputs(func::ReturnOp op) {
  auto function = cast<func::FuncOp>(op->getParentOp());
  for (unsigned i = 0; i < op.getNumOperands(); ++i)
    outputNodes.push_back({function, i, makeOutput(op, i),
                           function.getResultAttrOfType<DistributionAttr>(
                               i, SBPDialect::kDistributionAttr)});
}

/// All ops that may run stand in the IR, none of them with too many signatures.
LogicalResult SelectionProblem::buildForms(ArrayRef<func::FuncOp> functions) {
  std::vector<Operation *> given;
  for (func::FuncOp function : functions) {
    for (Operation &op : function.front().without_terminator())
      if (isChosen(&op))
        given.push_back(&op);
    buildAlternatives(function);
    for (Operation &op : function.front().without_terminator())
      if (isChosen(&op))
        sets.getCombiners().addOp(
            *getRuledOp(&op),
            states.getPlacement(getPlacementIndex(getPlacementOf(&op)))
                .getNumRanks());
  }
  sets.getCombiners().decide();
  auto isTooMany = [&](Operation *op) {
    return sets.hasTooMany(op, getPlacementIndex(getPlacementOf(op)));
  };
  if (any_of(given, isTooMany))
    sets.getCombiners().dropUnmade();
  for (Operation *op : given)
    if (isTooMany(op))
      return sets.refuse(op, getPlacementIndex(getPlacementOf(op)));
  return success();
}

LogicalResult SelectionProblem::buildNodes() {
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
  if (failed(buildForms(functions)))
    return failure();
  for (func::FuncOp function : functions) {
    if (failed(addArguments(function)))
      return failure();
    for (Operation &op : function.front().without_terminator())
      addOp(&op);
    addOutputs(cast<func::ReturnOp>(function.front().getTerminator()));
  }
  addSelectors();
  nodesOnly = network;
  return success();
}

void SelectionProblem::buildEdges(bool triples) {
  network = *nodesOnly;
  joinsTriples = triples;
  sharedNodes.clear();
  views.clear();
  isValueNode.clear();
  for (auto function : module.getOps<func::FuncOp>()) {
    for (BlockArgument argument : function.getArguments())
      addUses(argument);
    for (Operation &op : function.front().without_terminator())
      for (Value result : op.getResults())
        addUses(result);
  }
}

} // namespace sbp
