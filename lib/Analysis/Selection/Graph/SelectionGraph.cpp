// SelectionGraph.cpp: nodes of ops and results
//
// Example: y = matmul(x, w) on one axis of 2 ranks, x annotated B. The node of
// w has the states B, S(0), S(1) with storage costs; the node of the matmul has
// its six signatures with compute costs; the result of the function has the
// states B, S(0), S(1) with the cost of collecting it. x has a port without a
// variable.

#include "SelectionGraph.h"
#include "FormSelectors.h"
#include "SignatureScope.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

LogicalResult SelectionGraph::build() {
  if (failed(setSignatureScope(module, alternatives, prices)) ||
      failed(arguments.addStates(module)))
    return failure();
  for (auto function : module.getOps<func::FuncOp>()) {
    arguments.addArguments(function);
    sweeps.emplace(function);
    for (Operation &op : function.front().without_terminator())
      if (isChosen(&op))
        addOp(&op);
    addResults(cast<func::ReturnOp>(function.front().getTerminator()));
  }
  selectors = addSelectors(*this, network);
  return success();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// Returns one state list per operand or result: its state under each
/// signature.
static SmallVector<StateLists::Id, 4>
getStateLists(ArrayRef<SmallVector<StateTable::Id, 4>> bySignature,
              size_t count, bool isOptional, StateLists &stateLists) {
  SmallVector<StateLists::Id, 4> ids;
  for (size_t i = 0; i < count; ++i) {
    std::vector<StateTable::Id> stateList;
    stateList.reserve(bySignature.size() + 1);
    for (const auto &states : bySignature)
      stateList.push_back(states[i]);
    if (isOptional)
      stateList.push_back(kInactiveState);
    ids.push_back(stateLists.intern(stateList));
  }
  return ids;
}

/// Returns true if some producer of `value` may leave it as a partial sum.
bool SelectionGraph::mayBePartialSum(Value value) {
  if (!isa<RankedTensorType>(value.getType()))
    return false;
  return any_of(getProducers(value), [&](const Port &producer) {
    auto [it, isNew] = partialSums.try_emplace(producer.stateList, false);
    if (isNew)
      it->second = any_of(
          getStateLists().get(producer.stateList), [&](StateTable::Id state) {
            return state != kInactiveState &&
                   getStates().get(state).distribution.getCombiner() ==
                       Combiner::Sum;
          });
    return it->second;
  });
}

void SelectionGraph::addOp(Operation *op) {
  SmallVector<bool> matters = getLiveOperands(op), mayBePartial;
  for (Value operand : op->getOperands())
    mayBePartial.push_back(mayBePartialSum(operand));
  ModuleStates &states = getStates();
  const SignatureSet &set = prices.getSignatureSets().get(
      op, states.getIndex(getPlacementOf(op)), matters, mayBePartial);
  numSets = std::max<size_t>(numSets, set.id + 1);
  bool isOptional = alternatives.find(op).has_value();
  Costs costs = set.costs;
  for (Cost &cost : costs)
    cost *= alternatives.isHolder(op) ? 0 : sweeps->getExecutions(op);
  if (isOptional)
    costs.push_back(0);
  unsigned variable = network.addVariable(costs.size());
  network.addTerm({variable}, std::move(costs));
  ops[op] = {&set, variable, isOptional,
             sbp::getStateLists(set.operands, op->getNumOperands(), isOptional,
                                states.stateLists),
             sbp::getStateLists(set.results, op->getNumResults(), isOptional,
                                states.stateLists)};
}

const SelectionGraph::OpNode *SelectionGraph::getOp(Operation *op) const {
  auto it = ops.find(op);
  return it == ops.end() ? nullptr : &it->second;
}

std::optional<Port> SelectionGraph::getProducer(Value value) const {
  auto result = dyn_cast<OpResult>(value);
  if (!result)
    return arguments.get(cast<BlockArgument>(value));
  if (auto constrain = dyn_cast<ConstrainOp>(result.getOwner()))
    return Port{std::nullopt,
                getStates().internFixed(constrain.getDistribution())};
  const OpNode *node = getOp(result.getOwner());
  if (!node)
    return std::nullopt;
  return Port{node->variable, node->results[result.getResultNumber()]};
}

SmallVector<Port, 1> SelectionGraph::getProducers(Value value) const {
  SmallVector<Port, 1> producers;
  if (std::optional<Port> producer = getProducer(value))
    producers.push_back(*producer);
  auto result = dyn_cast<OpResult>(value);
  if (!result)
    return producers;
  std::optional<Alternatives::Position> position =
      alternatives.find(result.getOwner());
  if (position && position->form == 0)
    for (const auto &form : alternatives.getChoices()[position->choice].forms)
      // A form may return a source, which adopts what its reader requires.
      if (!form.results.empty())
        if (std::optional<Port> producer =
                getProducer(form.results[result.getResultNumber()]))
          producers.push_back(*producer);
  return producers;
}

Port SelectionGraph::getReader(OpOperand &use) const {
  Operation *owner = use.getOwner();
  if (auto constrain = dyn_cast<ConstrainOp>(owner))
    return {std::nullopt, getStates().internFixed(constrain.getDistribution())};
  if (isa<func::ReturnOp>(owner))
    return getResults(
        cast<func::FuncOp>(owner->getParentOp()))[use.getOperandNumber()];
  const OpNode *node = getOp(owner);
  return {node->variable, node->operands[use.getOperandNumber()]};
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// The states of `stateList`, partial ones replaced by what they may be reduced
/// to: a result that nobody fixes is never partial.
static void addWholeStates(StateLists::Id stateList, Value value,
                           ModuleStates &states,
                           llvm::SetVector<StateTable::Id> &whole) {
  for (StateTable::Id state : states.stateLists.get(stateList)) {
    if (state == kInactiveState ||
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
}

/// Returns the states in which a free result may be left.
StateLists::Id SelectionGraph::getResultStates(Value value) {
  ModuleStates &states = getStates();
  SmallVector<Port, 1> producers = getProducers(value);
  if (producers.empty())
    return states.internBroadcast(
        states.getIndex(getPlacementOf(value.getDefiningOp())));
  llvm::SetVector<StateTable::Id> whole;
  for (const Port &producer : producers)
    addWholeStates(producer.stateList, value, states, whole);
  if (whole.empty()) // held in windows only, which no result is: copied
    for (const Port &producer : producers)
      for (StateTable::Id state : states.stateLists.get(producer.stateList))
        if (state != kInactiveState)
          return states.internBroadcast(states.get(state).placement);
  return states.stateLists.intern(whole.getArrayRef());
}

Port SelectionGraph::makeResult(OpOperand &returned) {
  auto function = cast<func::FuncOp>(returned.getOwner()->getParentOp());
  unsigned index = returned.getOperandNumber();
  ModuleStates &states = getStates();
  auto annotation = function.getResultAttrOfType<DistributionAttr>(
      index, SBPDialect::kDistributionAttr);
  auto name =
      function.getResultAttrOfType<StringAttr>(index, SBPDialect::kStateAttr);
  if (annotation && name)
    return {std::nullopt, states.internFixed(annotation)};
  if (name)
    if (const Port *state = arguments.getState(name))
      return *state;
  StateLists::Id stateList = annotation ? states.internFixed(annotation)
                                        : getResultStates(returned.get());
  // The caller reads the result whole. Without this cost the last reduction of
  // a model would always be a reduce_scatter that leaves pieces.
  int64_t bytes = getNumBytes(cast<RankedTensorType>(returned.get().getType()));
  Costs costs;
  for (StateTable::Id state : states.stateLists.get(stateList))
    costs.push_back(prices.getCollecting(state, bytes) *
                    sweeps->getExecutions(returned.get()));
  if (costs.size() == 1) {
    network.addTerm({}, std::move(costs));
    return {std::nullopt, stateList};
  }
  unsigned variable = network.addVariable(costs.size());
  network.addTerm({variable}, std::move(costs));
  freeResults.insert(variable);
  return {variable, stateList};
}

void SelectionGraph::addResults(func::ReturnOp op) {
  SmallVector<Port> &ports = results[op->getParentOp()];
  for (OpOperand &returned : op->getOpOperands())
    ports.push_back(makeResult(returned));
}

} // namespace sbp
