// SelectionEdges.cpp: edges from those who make values to those who read them

#include "SelectionEdges.h"
#include "sbp/Analysis/Selection/Decision.h"
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

/// Whole copies leave every use on their ranks for free: no choice, no edges
/// but for reads as partial sums that must not be made. Readers on other ranks
/// each pay for what they get: a view that they share would join them all.
void SelectionEdges::addCopy(const Port &stored, const Port &reader,
                             const TensorSize &tensor) {
  forbidMadePartials(reader);
  const auto &wishes = graph.getColumns().get(reader.column);
  auto wish =
      find_if(wishes, [](StateTable::Id state) { return state != offState; });
  StateTable::Id state = graph.getColumns().get(stored.column).front();
  if (wish != wishes.end() &&
      !graph.getStates().getPlacementOf(state).sameRanks(
          graph.getStates().getPlacementOf(*wish)))
    addBoxing(stored, reader, tensor);
}

/// Returns true for an argument without annotation that every rank stores.
bool SelectionEdges::isCopied(BlockArgument argument, const Port &stored) {
  if (stored.variable)
    return false;
  auto function = cast<func::FuncOp>(argument.getOwner()->getParentOp());
  StateTable::Id state = graph.getColumns().get(stored.column).front();
  return graph.getStates().get(state).distribution.isBroadcast() &&
         !function.getArgAttr(argument.getArgNumber(),
                              SBPDialect::kDistributionAttr);
}

void SelectionEdges::forbidMadePartials(const Port &reader) {
  Costs costs;
  for (StateTable::Id state : graph.getColumns().get(reader.column))
    costs.push_back(state != offState &&
                            graph.getStates().get(state).asksForGivenPartials
                        ? infiniteCost
                        : 0);
  if (reader.variable && is_contained(costs, infiniteCost))
    network.addTerm({*reader.variable}, std::move(costs));
}

bool SelectionEdges::addEntering(OpOperand &use, ArrayRef<Port> producers) {
  auto enter = dyn_cast<EnterTimeOp>(use.getOwner());
  if (!enter || enter.getDim() || enter.getFirst())
    return false;
  const auto &stored = graph.getColumns().get(producers.front().column);
  Port reader = graph.getReader(use);
  const auto &read = graph.getColumns().get(reader.column);
  // A state of another placement, or in an order of axes of its own, is moved
  // before it enters.
  if (!all_of(stored,
              [&](StateTable::Id state) { return is_contained(read, state); }))
    return false;
  addTerm(prices.getAgreement(producers.front(), reader),
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
        readers[it->second].columns.push_back(port.column);
        continue;
      }
    }
    readers.push_back({port.variable, {port.column}});
  }
  Port &view = views[{value, static_cast<int64_t>(group.phase)}];
  if (uses.size() == 1) {
    view = addSoleReader(value, producers, readers.front().getPort());
    return;
  }
  view = addShared(value, producers, readers);
  shared.push_back({value, group.phase, view});
}

/// Returns the view of a group of one use.
Port SelectionEdges::addSoleReader(Value value, ArrayRef<Port> producers,
                                   const Port &reader) {
  llvm::SetVector<StateTable::Id> domain;
  const auto &wishes = graph.getColumns().get(reader.column);
  domain.insert_range(wishes);
  domain.remove(offState);
  Port view = reader;
  // Repeated wishes get a node of their own: the table beside the reader is 0
  // or infinite, which elimination exploits, and equal readers share it.
  bool hasView = reader.variable && producers.front().variable &&
                 domain.size() < wishes.size();
  if (hasView)
    view = addView(domain.getArrayRef());
  for (const Port &producer : producers)
    addBoxing(producer, view, getSize(value));
  if (hasView)
    addTerm(prices.getAgreement(view, reader), {view, reader});
  return view;
}

/// Returns the view of a group of several uses: one state that all of them see,
/// from which each may box on.
Port SelectionEdges::addShared(Value value, ArrayRef<Port> producers,
                               ArrayRef<Reader> readers) {
  TensorSize tensor = getSize(value);
  llvm::SetVector<StateTable::Id> domain;
  for (const Port &producer : producers)
    domain.insert_range(graph.getColumns().get(producer.column));
  for (const Reader &reader : readers)
    for (Columns::Id column : reader.columns)
      domain.insert_range(graph.getColumns().get(column));
  domain.remove(offState);
  Port view = addView(domain.getArrayRef());
  for (const Port &producer : producers)
    addBoxing(producer, view, tensor);
  for (const Reader &reader : readers)
    addReading(producers, view, reader, tensor);
  return view;
}

Port SelectionEdges::addView(ArrayRef<StateTable::Id> states) {
  return {network.addVariable(states.size()),
          graph.getStates().columns.intern(states)};
}

/// As many entries as a table over a producer, a view and a reader may get.
static constexpr size_t largestTriple = 200000;

bool SelectionEdges::canJoin(const Port &producer, const Port &shared,
                             const Reader &reader) const {
  if (!producer.variable || !reader.variable)
    return true;
  size_t entries = 1;
  for (const Port &port : {producer, shared, reader.getPort()})
    entries *= graph.getColumns().get(port.column).size();
  return joinsTriples && entries <= largestTriple &&
         producer.variable != reader.variable;
}

/// From what is shared, or from what was made: by the one of several forms that
/// runs, since reading from those that are off costs nothing.
void SelectionEdges::addReading(ArrayRef<Port> producers, const Port &shared,
                                const Reader &reader,
                                const TensorSize &tensor) {
  if (all_of(producers, [&](const Port &producer) {
        return canJoin(producer, shared, reader);
      }))
    for (const Port &producer : producers)
      addTerm(prices.getReadings(producer, shared, reader, tensor),
              {producer, shared, reader.getPort()});
  else
    addTerm(prices.getBoxingsOn(shared, reader, tensor),
            {shared, reader.getPort()});
}

/// From what was made.
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
