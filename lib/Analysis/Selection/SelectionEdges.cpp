//===- SelectionEdges.cpp - edges between producers and consumers ---------===//

#include "SelectionProblem.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;
using namespace mlir;

namespace sbp {

Cost SelectionProblem::getBoxing(StateTable::Id from, StateTable::Id to,
                                 int64_t bytes, bool isProduced) {
  // An end that is off moves nothing.
  if (from == offState || to == offState)
    return 0;
  return getPrices(bytes).get(from, to, isProduced);
}

BoxPrices &SelectionProblem::getPrices(int64_t bytes) {
  return prices.try_emplace(bytes, model, states, bytes).first->second;
}

void SelectionProblem::addBoxing(const Port &from, const Port &to,
                                 int64_t bytes, bool isProduced) {
  SmallVector<unsigned, 2> scope, shape;
  for (const Port *port : {&from, &to})
    if (port->variable) {
      scope.push_back(*port->variable);
      shape.push_back(columns.get(port->column).size());
    }
  auto [it, isNew] =
      tables.try_emplace({0, from.column, to.column, bytes, isProduced,
                          from.variable.has_value(), to.variable.has_value()},
                         0);
  if (isNew) {
    const auto &starts = columns.get(from.column),
               &ends = columns.get(to.column);
    std::vector<Cost> entries;
    entries.reserve(starts.size() * ends.size());
    BoxPrices &prices = getPrices(bytes);
    for (StateTable::Id a : starts)
      for (StateTable::Id b : ends) // an end that is off moves nothing
        entries.push_back(
            a == offState || b == offState ? 0 : prices.get(a, b, isProduced));
    it->second = pool.intern(shape, std::move(entries));
  }
  // A state that is returned unchanged boxes nothing.
  if (scope.size() == 2 && scope[0] == scope[1])
    return;
  network.addTerm(it->second, scope);
}

/// As many entries as a table over a producer, a view and a reader may get.
static constexpr size_t largestTriple = 200000;

/// Box costs from every state of `from` to every one of `to`; only from what
/// was produced and where nothing moves on the way, if `local`.
std::vector<std::vector<Cost>>
SelectionProblem::getBoxings(Columns::Id from, ArrayRef<StateTable::Id> to,
                             int64_t bytes, bool local) {
  std::vector<std::vector<Cost>> costs;
  for (StateTable::Id a : columns.get(from)) {
    std::vector<Cost> &row = costs.emplace_back();
    for (StateTable::Id b : to)
      row.push_back(local && a != offState && b != offState &&
                            states.getMoved(a, b) != MovedFraction()
                        ? infiniteCost
                        : getBoxing(a, b, bytes, /*isProduced=*/local));
  }
  return costs;
}

/// `consumer` boxes on from the state all consumers see, or from what was made
/// where nothing moves on the way from there. False where the table would get
/// too large.
bool SelectionProblem::addReading(const Port &producer, const Port &shared,
                                  const Consumer &consumer, int64_t bytes) {
  size_t count = columns.get(consumer.columns[0]).size();
  SmallVector<unsigned, 3> scope, shape;
  size_t entriesCount = 1;
  auto addPort = [&](std::optional<unsigned> variable, size_t size) {
    if (!variable)
      return;
    scope.push_back(*variable);
    shape.push_back(size);
    entriesCount *= size;
  };
  addPort(producer.variable, columns.get(producer.column).size());
  addPort(shared.variable, columns.get(shared.column).size());
  addPort(consumer.port.variable, count);
  bool repeats = scope.size() == 3 && scope[0] == scope[2];
  if (scope.size() == 3 &&
      (!joinsTriples || entriesCount > largestTriple || repeats))
    return false;
  std::vector<int64_t> key{3,
                           producer.column,
                           shared.column,
                           bytes,
                           producer.variable.has_value(),
                           consumer.port.variable.has_value()};
  append_range(key, consumer.columns);
  auto [it, isNew] = tables.try_emplace(std::move(key), 0);
  if (isNew)
    it->second =
        pool.intern(shape, getReadingTable(producer.column, shared.column,
                                           consumer, bytes));
  network.addTerm(it->second, scope);
  return true;
}

/// Row-major over what was made, the view and the reader.
std::vector<Cost> SelectionProblem::getReadingTable(Columns::Id produced,
                                                    Columns::Id shared,
                                                    const Consumer &consumer,
                                                    int64_t bytes) {
  llvm::SetVector<StateTable::Id> wishes;
  for (Columns::Id column : consumer.columns)
    wishes.insert_range(columns.get(column));
  auto direct = getBoxings(produced, wishes.getArrayRef(), bytes, true);
  auto viewed = getBoxings(shared, wishes.getArrayRef(), bytes, false);
  // Per state of the reader: its distinct wishes.
  std::vector<SmallVector<unsigned, 2>> wanted(
      columns.get(consumer.columns[0]).size());
  for (Columns::Id column : consumer.columns)
    for (auto [state, wish] : enumerate(columns.get(column))) {
      unsigned index = find(wishes, wish) - wishes.begin();
      if (!is_contained(wanted[state], index))
        wanted[state].push_back(index);
    }
  std::vector<Cost> entries;
  for (const auto &fromProducer : direct)
    for (const auto &fromView : viewed)
      for (const auto &list : wanted) {
        Cost cost = 0;
        for (unsigned wish : list)
          cost += std::min(fromProducer[wish], fromView[wish]);
        entries.push_back(cost);
      }
  return entries;
}

/// What `consumer` moves on its own from the state all consumers see: once per
/// distinct wish.
void SelectionProblem::addPrivateBoxings(const Port &shared,
                                         const Consumer &consumer,
                                         int64_t bytes) {
  if (consumer.columns.size() == 1)
    return addBoxing(shared, {consumer.port.variable, consumer.columns[0]},
                     bytes, /*isProduced=*/false);
  const auto &from = columns.get(shared.column);
  std::vector<int64_t> key{1, shared.column, bytes,
                           consumer.port.variable.has_value()};
  append_range(key, consumer.columns);
  auto [it, isNew] = tables.try_emplace(std::move(key), 0);
  size_t count = columns.get(consumer.columns[0]).size();
  SmallVector<unsigned, 2> scope{*shared.variable};
  SmallVector<unsigned, 2> shape{static_cast<unsigned>(from.size())};
  if (consumer.port.variable) {
    scope.push_back(*consumer.port.variable);
    shape.push_back(count);
  }
  if (isNew) {
    std::vector<Cost> entries;
    for (StateTable::Id state : from)
      for (size_t i = 0; i < count; ++i) {
        SmallVector<StateTable::Id, 4> wishes;
        for (Columns::Id column : consumer.columns)
          if (!is_contained(wishes, columns.get(column)[i]))
            wishes.push_back(columns.get(column)[i]);
        Cost cost = 0;
        for (StateTable::Id wish : wishes)
          cost += getBoxing(state, wish, bytes, /*isProduced=*/false);
        entries.push_back(cost);
      }
    it->second = pool.intern(shape, std::move(entries));
  }
  network.addTerm(it->second, scope);
}

Port SelectionProblem::getConsumer(OpOperand &use) {
  Operation *owner = use.getOwner();
  if (auto constrain = dyn_cast<ConstrainOp>(owner))
    return getFixed(constrain.getDistribution());
  if (isa<func::ReturnOp>(owner)) {
    for (const OutputNode &node : outputNodes)
      if (node.function == owner->getParentOp() &&
          node.index == use.getOperandNumber())
        return node.port;
    llvm_unreachable("every returned value has a node");
  }
  const OpNode &node = opNodes.find(owner)->second;
  std::vector<StateTable::Id> column;
  for (const auto &wanted : node.set->operands)
    column.push_back(wanted[use.getOperandNumber()]);
  if (node.isOptional)
    column.push_back(offState);
  return {node.variable, columns.intern(column)};
}

/// A value that several consumers, or one consumer several times, read: one
/// state that all of them see, from which each may box on.
void SelectionProblem::addShared(Value value, ArrayRef<Port> producers,
                                 ArrayRef<Consumer> consumers) {
  int64_t bytes = getNumBytes(cast<RankedTensorType>(value.getType()));
  llvm::SetVector<StateTable::Id> domain;
  for (const Port &producer : producers)
    domain.insert_range(columns.get(producer.column));
  for (const Consumer &consumer : consumers)
    for (Columns::Id column : consumer.columns)
      domain.insert_range(columns.get(column));
  domain.remove(offState);
  Port shared{addValueNode(domain.size()), columns.intern(domain.takeVector())};
  for (const Port &producer : producers)
    addBoxing(producer, shared, bytes, /*isProduced=*/true);
  for (const Consumer &consumer : consumers)
    if (producers.size() > 1 ||
        !addReading(producers.front(), shared, consumer, bytes))
      addPrivateBoxings(shared, consumer, bytes);
  sharedNodes.push_back({value, shared});
  views[value] = shared;
}

unsigned SelectionProblem::addValueNode(size_t domain) {
  unsigned variable = network.addVariable(domain);
  isValueNode.resize(variable + 1, false);
  isValueNode[variable] = true;
  return variable;
}

void SelectionProblem::addReaders(Value value, ArrayRef<Port> producers,
                                  ArrayRef<OpOperand *> uses) {
  SmallVector<Consumer, 4> consumers;
  llvm::SmallDenseMap<unsigned, size_t, 4> consumerOf; // by variable
  for (OpOperand *use : uses) {
    Port port = getConsumer(*use);
    if (port.variable) {
      auto [it, isNew] =
          consumerOf.try_emplace(*port.variable, consumers.size());
      if (!isNew) {
        consumers[it->second].columns.push_back(port.column);
        continue;
      }
    }
    consumers.push_back({port, {port.column}});
  }
  if (uses.size() > 1)
    return addShared(value, producers, consumers);
  const Port &consumer = consumers.front().port;
  int64_t bytes = getNumBytes(cast<RankedTensorType>(value.getType()));
  auto boxDirectly = [&] {
    views[value] = consumer;
    for (const Port &producer : producers)
      addBoxing(producer, consumer, bytes, /*isProduced=*/true);
  };
  if (!consumer.variable || !producers.front().variable)
    return boxDirectly();
  // The wish is a node of its own: the table beside the consumer is 0 or
  // infinite, which elimination exploits, and equal consumers share it.
  const auto &wishes = columns.get(consumer.column);
  llvm::SetVector<StateTable::Id> domain(wishes.begin(), wishes.end());
  domain.remove(offState);
  if (domain.size() == wishes.size())
    return boxDirectly();
  unsigned variable = addValueNode(domain.size());
  Columns::Id column = columns.intern(domain.takeVector());
  views[value] = {variable, column};
  for (const Port &producer : producers)
    addBoxing(producer, {variable, column}, bytes, /*isProduced=*/true);
  auto [it, isNew] = tables.try_emplace({2, column, consumer.column}, 0);
  if (isNew) {
    std::vector<Cost> entries;
    for (StateTable::Id state : columns.get(column))
      for (StateTable::Id wish : wishes)
        entries.push_back(state == wish || wish == offState ? 0 : infiniteCost);
    it->second = pool.intern({static_cast<unsigned>(columns.get(column).size()),
                              static_cast<unsigned>(wishes.size())},
                             std::move(entries));
  }
  network.addTerm(it->second, {variable, *consumer.variable});
}

void SelectionProblem::forbidMadePartials(const Port &reader) {
  std::vector<Cost> costs;
  for (StateTable::Id state : columns.get(reader.column))
    costs.push_back(state != offState && states.get(state).asksForGivenPartials
                        ? infiniteCost
                        : 0);
  if (reader.variable && is_contained(costs, infiniteCost))
    network.addTerm({*reader.variable}, std::move(costs));
}

void SelectionProblem::addUses(Value value) {
  if (!isa<RankedTensorType>(value.getType()))
    return;
  SmallVector<Port, 1> producers = getProducers(value);
  if (producers.empty())
    return;
  // Whole copies leave every use for free: no choice, no edges but for reads
  // as partial sums that must not be made.
  if (isa<BlockArgument>(value) && !producers.front().variable) {
    StateTable::Id state = columns.get(producers.front().column).front();
    auto function = cast<func::FuncOp>(
        cast<BlockArgument>(value).getOwner()->getParentOp());
    if (states.get(state).distribution.isBroadcast() &&
        !function.getArgAttr(cast<BlockArgument>(value).getArgNumber(),
                             SBPDialect::kDistributionAttr)) {
      // Of nothing, parts are whole.
      if (getNumBytes(cast<RankedTensorType>(value.getType())) > 0)
        for (OpOperand &use : value.getUses())
          forbidMadePartials(getConsumer(use));
      return;
    }
  }
  if (!value.use_empty())
    addReaders(value, producers, getOrderedUses(value));
}

} // namespace sbp
