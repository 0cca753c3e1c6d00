// SelectionEdges.cpp: cost terms from the producers of values to their readers
//
// Example: y = f(x) with readers g and h. The view of y has the union of the
// states in which f leaves y and in which g and h read it. Terms: boxing(f,
// view), boxing(view, g), boxing(view, h). A value that both readers need in
// one other distribution is boxed once, because the view may be in that state.
// With a single reader the view would be redundant, so the term joins f and g
// directly.

#include "SelectionEdges.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

static TensorSize getSize(Value value) {
  return getSize(cast<RankedTensorType>(value.getType()));
}

SelectionEdges::SelectionEdges(const SelectionGraph &graph, bool joinsTriples)
    : graph(graph), prices(graph.getPrices()), network(graph.getNetwork()),
      joinsTriples(joinsTriples) {
  for (auto function : graph.getModule().getOps<func::FuncOp>()) {
    Sweeps sweeps(function);
    auto add = [&](Value value) {
      executions = sweeps.getExecutions(value);
      addUses(value);
    };
    for (BlockArgument argument : function.getArguments())
      add(argument);
    for (Operation &op : function.front().without_terminator())
      for (Value result : op.getResults())
        add(result);
  }
}

std::optional<Port> SelectionEdges::getView(Value value,
                                            StepPhase phase) const {
  auto it = views.find({value, static_cast<int64_t>(phase)});
  if (it == views.end())
    return std::nullopt;
  return it->second;
}

void SelectionEdges::addUses(Value value) {
  if (!isa<RankedTensorType>(value.getType()) || value.use_empty())
    return;
  SmallVector<Port, 1> producers = graph.getProducers(value);
  if (producers.empty())
    return;
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || !isCopied(argument, producers.front())) {
    for (const ReaderGroup &group : groups.get(value))
      addReaders(value, producers, group);
    return;
  }
  // Pieces of a tensor without elements are whole and need no copies.
  TensorSize tensor = getSize(value);
  if (tensor.getNumBytes() > 0)
    for (OpOperand &use : value.getUses())
      addCopy(producers.front(), graph.getReader(use), tensor);
}

/// A broadcast argument serves every use on its ranks at no cost, so it needs
/// no edges, except that partial sums must not be created from it. Readers on
/// other ranks pay for their transfers separately: a shared view would join
/// them all and make elimination exponential in their number.
void SelectionEdges::addCopy(const Port &stored, const Port &reader,
                             const TensorSize &tensor) {
  forbidCreatedPartials(reader);
  const auto &requiredStates = graph.getStateLists().get(reader.stateList);
  auto required = find_if(requiredStates, [](StateTable::Id state) {
    return state != kInactiveState;
  });
  StateTable::Id state = graph.getStateLists().get(stored.stateList).front();
  if (required != requiredStates.end() &&
      !graph.getStates().getPlacementOf(state).sameRanks(
          graph.getStates().getPlacementOf(*required)))
    addBoxing(stored, reader, tensor);
}

/// Returns true for an argument without annotation that every rank stores.
bool SelectionEdges::isCopied(BlockArgument argument, const Port &stored) {
  if (stored.variable)
    return false;
  auto function = cast<func::FuncOp>(argument.getOwner()->getParentOp());
  StateTable::Id state = graph.getStateLists().get(stored.stateList).front();
  return graph.getStates().get(state).distribution.isBroadcast() &&
         !function.getArgAttr(argument.getArgNumber(),
                              SBPDialect::kDistributionAttr);
}

void SelectionEdges::forbidCreatedPartials(const Port &reader) {
  Costs costs;
  for (StateTable::Id state : graph.getStateLists().get(reader.stateList))
    costs.push_back(
        state != kInactiveState &&
                graph.getStates().get(state).requiresExistingPartials
            ? kInfiniteCost
            : 0);
  if (reader.variable && is_contained(costs, kInfiniteCost))
    network.addTerm({*reader.variable}, std::move(costs));
}

bool SelectionEdges::addEntering(OpOperand &use, ArrayRef<Port> producers) {
  auto enter = dyn_cast<EnterTimeOp>(use.getOwner());
  if (!enter || enter.getDim() || enter.getFirst())
    return false;
  const auto &stored = graph.getStateLists().get(producers.front().stateList);
  Port reader = graph.getReader(use);
  const auto &read = graph.getStateLists().get(reader.stateList);
  // A state of another placement, or in an order of axes of its own, is moved
  // before it enters.
  if (!all_of(stored,
              [&](StateTable::Id state) { return is_contained(read, state); }))
    return false;
  addTerm(prices.getEqualityTable(producers.front(), reader),
          {producers.front(), reader});
  return true;
}

void SelectionEdges::addReaders(Value value, ArrayRef<Port> producers,
                                const ReaderGroup &group) {
  SmallVector<Reader, 4> readers;
  llvm::SmallDenseMap<unsigned, size_t, 4> numbers; // by variable
  SmallVector<OpOperand *> uses(group.uses);
  llvm::erase_if(uses, [&](OpOperand *use) {
    return isa<BlockArgument>(value) && addEntering(*use, producers);
  });
  if (uses.empty())
    return;
  for (OpOperand *use : uses) {
    Port port = graph.getReader(*use);
    if (port.variable) {
      auto [it, isNew] = numbers.try_emplace(*port.variable, readers.size());
      if (!isNew) {
        readers[it->second].stateLists.push_back(port.stateList);
        continue;
      }
    }
    readers.push_back({port.variable, {port.stateList}});
  }
  Port &view = views[{value, static_cast<int64_t>(group.phase)}];
  if (uses.size() == 1) {
    view = addSoleReader(*uses.front(), producers, readers.front().getPort());
    return;
  }
  view = addShared(value, producers, readers);
  shared.push_back({value, group.phase, view});
}

/// Returns true for an argument with a choice that has this one use, in one
/// execution, and is no state, which other entries and its next value read.
bool SelectionEdges::isPlainParameter(Value value, const Port &stored) const {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || !stored.variable || !value.hasOneUse() || executions != 1 ||
      prices.getCountsMemory())
    return false;
  auto function = cast<func::FuncOp>(argument.getOwner()->getParentOp());
  return !function.getArgAttr(argument.getArgNumber(), SBPDialect::kStateAttr);
}

bool SelectionEdges::addReturned(OpOperand &use, ArrayRef<Port> producers,
                                 const Port &reader) {
  if (!reader.variable || !graph.isFreeResult(*reader.variable) ||
      prices.getCountsMemory())
    return false;
  for (const Port &producer : producers)
    addTerm(prices.getReturned(producer, reader, getSize(use.get())),
            {producer, reader});
  return true;
}

/// Returns the view of a group of one use.
Port SelectionEdges::addSoleReader(OpOperand &use, ArrayRef<Port> producers,
                                   const Port &reader) {
  if (addReturned(use, producers, reader))
    return reader;
  Value value = use.get();
  llvm::SetVector<StateTable::Id> domain;
  const auto &requiredStates = graph.getStateLists().get(reader.stateList);
  domain.insert_range(requiredStates);
  domain.remove(kInactiveState);
  Port view = reader;
  // A reader whose signatures repeat states gets a view over the distinct ones:
  // the table between the two is 0 or infinite, which elimination exploits, and
  // equal readers share it.
  bool hasView = reader.variable && producers.front().variable &&
                 domain.size() < requiredStates.size();
  if (hasView)
    view = addView(domain.getArrayRef());
  if (isPlainParameter(value, producers.front()))
    addTerm(prices.getStored(producers.front(), view, getSize(value)),
            {producers.front(), view});
  else
    for (const Port &producer : producers)
      addBoxing(producer, view, getSize(value));
  if (hasView)
    addTerm(prices.getEqualityTable(view, reader), {view, reader});
  return view;
}

/// Returns the view of a group of several uses. It has one state for all of
/// them, from which each may box again.
Port SelectionEdges::addShared(Value value, ArrayRef<Port> producers,
                               ArrayRef<Reader> readers) {
  TensorSize tensor = getSize(value);
  llvm::SetVector<StateTable::Id> domain;
  for (const Port &producer : producers)
    domain.insert_range(graph.getStateLists().get(producer.stateList));
  for (const Reader &reader : readers)
    for (StateLists::Id stateList : reader.stateLists)
      domain.insert_range(graph.getStateLists().get(stateList));
  domain.remove(kInactiveState);
  Port view = addView(domain.getArrayRef());
  for (const Port &producer : producers)
    addBoxing(producer, view, tensor);
  for (const Reader &reader : readers)
    addRead(producers, view, reader, tensor);
  return view;
}

Port SelectionEdges::addView(ArrayRef<StateTable::Id> states) {
  return {network.addVariable(states.size()),
          graph.getStates().stateLists.intern(states)};
}

/// Largest number of entries of a table over a producer, a view and a reader. A
/// larger one takes longer to build than the reads it saves are worth.
static constexpr size_t kMaxTripleEntries = 200000;

bool SelectionEdges::canJoin(const Port &producer, const Port &shared,
                             const Reader &reader) const {
  if (!producer.variable || !reader.variable)
    return true;
  size_t entries = 1;
  for (const Port &port : {producer, shared, reader.getPort()})
    entries *= graph.getStateLists().get(port.stateList).size();
  return joinsTriples && entries <= kMaxTripleEntries &&
         producer.variable != reader.variable;
}

/// Adds the read of one reader: from the view, or from a producer where that is
/// cheaper. Of several forms only the active one contributes, since reads from
/// an inactive producer cost 0.
void SelectionEdges::addRead(ArrayRef<Port> producers, const Port &shared,
                             const Reader &reader, const TensorSize &tensor) {
  if (all_of(producers, [&](const Port &producer) {
        return canJoin(producer, shared, reader);
      }))
    for (const Port &producer : producers)
      addTerm(prices.getReads(producer, shared, reader, tensor),
              {producer, shared, reader.getPort()});
  else
    addTerm(prices.getSharedBoxings(shared, reader, tensor),
            {shared, reader.getPort()});
}

/// Adds the boxing from a producer.
void SelectionEdges::addBoxing(const Port &from, const Port &to,
                               const TensorSize &tensor) {
  // A state that is returned unchanged boxes nothing.
  if (from.variable && from.variable == to.variable)
    return;
  addTerm(prices.getBoxings(from, to, tensor, /*isProduced=*/true), {from, to});
}

void SelectionEdges::addTerm(TablePool::Id table, ArrayRef<Port> ends) {
  SmallVector<unsigned, 3> scope;
  for (const Port &end : ends)
    if (end.variable)
      scope.push_back(*end.variable);
  network.addTerm(prices.getRepeated(table, executions), scope);
}

} // namespace sbp
