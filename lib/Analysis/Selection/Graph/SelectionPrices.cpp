// SelectionPrices.cpp: tables of boxings, and the unit of all costs
//
// A table is identified by the state lists of its ends and the tensor between
// them. Where every state cuts the tensor evenly, prices depend on its bytes
// alone, so tensors of different shapes share tables: of 96 equal layers only
// the first builds any.

#include "SelectionPrices.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Analysis/Selection/Prices/OpCost.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;
using namespace mlir;

namespace sbp {

SelectionPrices::SelectionPrices(ModuleOp module,
                                 const Alternatives &alternatives,
                                 CostModel model, bool countsMemory)
    : model(std::move(model)), countsMemory(countsMemory), states(module),
      sets(states, this->model, countsMemory) {
  chooseUnit(module, alternatives);
}

/// Returns the largest cost per rank of boxing each operand of an op.
double SelectionPrices::getMaxBoxingCost(double bytes) const {
  double largest = model.perBoxing + bytes;
  for (unsigned i = 0; i < states.getNumPlacements() && model.topology; ++i)
    largest = std::max(
        largest, model.getSlowestTransfer(states.getPlacement(i).ranks, bytes));
  return largest;
}

/// Chooses the finest unit at which any total is an exact integer in a double.
/// The bound is the cost of computing and storing everything on every rank,
/// which exceeds every optimum.
void SelectionPrices::chooseUnit(ModuleOp module,
                                 const Alternatives &alternatives) {
  double bytes = 0;
  module.walk([&](func::FuncOp function) {
    Sweeps sweeps(function);
    for (Type type : function.getArgumentTypes())
      if (auto tensor = dyn_cast<RankedTensorType>(type))
        bytes += model.perStoredByte * getNumBytes(tensor);
    for (Operation &op : function.front()) {
      if (!alternatives.isOriginal(&op))
        continue;
      double executions = sweeps.getExecutions(&op);
      for (const OpWork::Part &part : getWork(&op).parts)
        bytes += executions * model.getMaxCost(part);
      double moved = 0;
      for (Type type : op.getOperandTypes())
        if (auto tensor = dyn_cast<RankedTensorType>(type))
          moved += 4 * getNumBytes(tensor);
      bytes += executions * getMaxBoxingCost(moved);
    }
  });
  double total = bytes * states.getNumRanks();
  while (std::ldexp(total, model.unitShift) > kLargestExactCost / 16)
    --model.unitShift;
}

//===----------------------------------------------------------------------===//
// Prices of one state, and between two
//===----------------------------------------------------------------------===//

SelectionPrices::Tensor &SelectionPrices::getTensor(const TensorSize &size) {
  auto it = tensors.find(size);
  if (it == tensors.end())
    it = tensors
             .try_emplace(size, tensors.size(),
                          BoxingPrices(model, states, size))
             .first;
  return it->second;
}

int64_t SelectionPrices::getKey(Tensor &tensor, ArrayRef<StateLists::Id> ends) {
  bool isEven = all_of(ends, [&](StateLists::Id end) {
    auto [it, isNew] = tensor.evenLists.try_emplace(end, true);
    if (isNew)
      it->second =
          all_of(states.stateLists.get(end), [&](StateTable::Id state) {
            return state == kInactiveState ||
                   tensor.prices.getTensor().isEven(state);
          });
    return it->second;
  });
  return isEven ? tensor.prices.getTensor().getNumBytes() : -1 - tensor.number;
}

Cost SelectionPrices::getBoxing(StateTable::Id from, StateTable::Id to,
                                Tensor &tensor, bool isProduced) {
  if (from == kInactiveState || to == kInactiveState)
    return 0;
  return tensor.prices.get(from, to, isProduced);
}

Cost SelectionPrices::getBoxing(StateTable::Id from, StateTable::Id to,
                                const TensorSize &tensor, bool isProduced) {
  return getBoxing(from, to, getTensor(tensor), isProduced);
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// Returns the table of `key`, with the entries of `makeEntries` if it is new.
TablePool::Id SelectionPrices::intern(std::vector<int64_t> key,
                                      ArrayRef<Port> ends,
                                      llvm::function_ref<Costs()> makeEntries) {
  auto [it, isNew] = tables.try_emplace(std::move(key), 0);
  if (!isNew)
    return it->second;
  SmallVector<unsigned, 3> shape;
  for (const Port &end : ends)
    if (end.variable)
      shape.push_back(states.stateLists.get(end.stateList).size());
  return it->second = pool.intern(shape, makeEntries());
}

TablePool::Id SelectionPrices::getBoxings(const Port &from, const Port &to,
                                          const TensorSize &size,
                                          bool isProduced) {
  Tensor &tensor = getTensor(size);
  int64_t number = getKey(tensor, {from.stateList, to.stateList});
  return intern({0, from.stateList, to.stateList, number, isProduced,
                 from.variable.has_value(), to.variable.has_value()},
                {from, to}, [&] {
                  const auto &starts = states.stateLists.get(from.stateList),
                             &ends = states.stateLists.get(to.stateList);
                  Costs entries;
                  entries.reserve(starts.size() * ends.size());
                  BoxingPrices &prices = tensor.prices;
                  bool areEven = number >= 0;
                  for (StateTable::Id a : starts)
                    for (StateTable::Id b : ends)
                      entries.push_back(
                          a == kInactiveState || b == kInactiveState
                              ? 0
                              : prices.get(a, b, isProduced, areEven));
                  return entries;
                });
}

TablePool::Id SelectionPrices::getReturned(const Port &from, const Port &result,
                                           const TensorSize &size) {
  Tensor &tensor = getTensor(size);
  int64_t number = getKey(tensor, {from.stateList, result.stateList});
  return intern({5, from.stateList, result.stateList, number,
                 from.variable.has_value(), result.variable.has_value()},
                {from, result}, [&] {
                  return makeReturned(from.stateList, result.stateList, tensor);
                });
}

namespace {
/// The states of a variable that has one edge: what each costs by itself, and
/// lower bounds on that with the edge.
struct Leaf {
  Costs unary, bounds;
  SmallVector<unsigned, 0> order; ///< by bound
  llvm::DenseMap<StateTable::Id, unsigned> numbers;

  void add(StateTable::Id state, Cost cost, Cost leastOfEdge) {
    numbers[state] = order.size();
    order.push_back(order.size());
    unary.push_back(cost);
    bounds.push_back(cost + leastOfEdge);
  }
  void sort() {
    llvm::stable_sort(
        order, [&](unsigned a, unsigned b) { return bounds[a] < bounds[b]; });
  }
  /// Sets costs[i * stride] to the price of state i next to `other`, in the
  /// order of `bounds` plus `more`, until these exceed the best state. States
  /// beyond that, and those whose `getBound` exceeds it, stay as they are: no
  /// optimum has them.
  void price(StateTable::Id other, Cost more,
             llvm::function_ref<Cost(unsigned)> getBound,
             llvm::function_ref<Cost(unsigned)> getPrice, Cost *costs,
             size_t stride) const {
    Cost best = kInfiniteCost;
    auto visit = [&](unsigned i) {
      costs[i * stride] = getPrice(i);
      best = std::min(best, costs[i * stride] + unary[i]);
    };
    if (auto own = numbers.find(other); own != numbers.end())
      visit(own->second); // nothing is boxed
    // Those that may move nothing go first: next to them most others lose.
    SmallVector<unsigned, 0> moving;
    Costs least;
    for (unsigned i : order) {
      if (bounds[i] + more > best)
        break;
      Cost bound = getBound(i);
      if (bound == 0) {
        visit(i);
        continue;
      }
      moving.push_back(i);
      least.push_back(unary[i] + bound);
    }
    for (auto [i, bound] : zip_equal(moving, least))
      if (bound <= best)
        visit(i);
  }
};
} // namespace

Costs SelectionPrices::makeReturned(StateLists::Id produced,
                                    StateLists::Id returned, Tensor &tensor) {
  const auto &starts = states.stateLists.get(produced),
             &ends = states.stateLists.get(returned);
  int64_t bytes = tensor.prices.getTensor().getNumBytes();
  Leaf leaf;
  for (StateTable::Id end : ends)
    leaf.add(end, getCollecting(end, bytes), tensor.prices.getLeast(end));
  leaf.sort();
  Costs entries(starts.size() * ends.size());
  std::fill(entries.begin(), entries.end(), kInfiniteCost);
  for (auto [row, start] : enumerate(starts)) {
    Cost *costs = &entries[row * ends.size()];
    if (start == kInactiveState) {
      std::fill(costs, costs + ends.size(), 0);
      continue;
    }
    leaf.price(
        start, /*more=*/0,
        [&, start = start](unsigned i) {
          return tensor.prices.getBound(start, ends[i]);
        },
        [&, start = start](unsigned i) {
          return tensor.prices.get(start, ends[i], /*isProduced=*/true);
        },
        costs, /*stride=*/1);
  }
  return entries;
}

TablePool::Id SelectionPrices::getStored(const Port &stored, const Port &reader,
                                         const TensorSize &size) {
  Tensor &tensor = getTensor(size);
  int64_t number = getKey(tensor, {stored.stateList, reader.stateList});
  return intern({6, stored.stateList, reader.stateList, number,
                 reader.variable.has_value()},
                {stored, reader}, [&] {
                  return makeStored(stored.stateList, reader.stateList, tensor);
                });
}

Costs SelectionPrices::makeStored(StateLists::Id stored, StateLists::Id read,
                                  Tensor &tensor) {
  const auto &starts = states.stateLists.get(stored),
             &ends = states.stateLists.get(read);
  int64_t bytes = tensor.prices.getTensor().getNumBytes();
  Leaf leaf;
  for (StateTable::Id start : starts)
    leaf.add(start, getStoring(start, bytes), /*leastOfEdge=*/0);
  leaf.sort();
  Costs entries(starts.size() * ends.size());
  std::fill(entries.begin(), entries.end(), kInfiniteCost);
  for (auto [column, end] : enumerate(ends)) {
    bool isActive = end != kInactiveState;
    leaf.price(
        end, isActive ? tensor.prices.getLeast(end) : -kInfiniteCost,
        [&, end = end](unsigned i) {
          return isActive ? tensor.prices.getBound(starts[i], end) : 0;
        },
        [&, end = end](unsigned i) {
          return isActive
                     ? tensor.prices.get(starts[i], end, /*isProduced=*/true)
                     : 0;
        },
        &entries[column], ends.size());
  }
  return entries;
}

TablePool::Id SelectionPrices::getSharedBoxings(const Port &shared,
                                                const Reader &reader,
                                                const TensorSize &size) {
  if (reader.stateLists.size() == 1)
    return getBoxings(shared, reader.getPort(), size, /*isProduced=*/false);
  Tensor &tensor = getTensor(size);
  SmallVector<StateLists::Id> ends{shared.stateList};
  append_range(ends, reader.stateLists);
  std::vector<int64_t> key{1, getKey(tensor, ends),
                           reader.variable.has_value()};
  append_range(key, ends);
  return intern(std::move(key), {shared, reader.getPort()}, [&] {
    size_t count = states.stateLists.get(reader.stateLists.front()).size();
    Costs entries;
    for (StateTable::Id state : states.stateLists.get(shared.stateList))
      for (size_t i = 0; i < count; ++i) {
        SmallVector<StateTable::Id, 4> requiredStates;
        for (StateLists::Id stateList : reader.stateLists)
          if (!is_contained(requiredStates,
                            states.stateLists.get(stateList)[i]))
            requiredStates.push_back(states.stateLists.get(stateList)[i]);
        Cost cost = 0;
        for (StateTable::Id required : requiredStates)
          cost += getBoxing(state, required, tensor, /*isProduced=*/false);
        entries.push_back(cost);
      }
    return entries;
  });
}

TablePool::Id SelectionPrices::getReads(const Port &producer,
                                        const Port &shared,
                                        const Reader &reader,
                                        const TensorSize &size) {
  Tensor &tensor = getTensor(size);
  SmallVector<StateLists::Id> ends{producer.stateList, shared.stateList};
  append_range(ends, reader.stateLists);
  std::vector<int64_t> key{3, getKey(tensor, ends),
                           producer.variable.has_value(),
                           reader.variable.has_value()};
  append_range(key, ends);
  return intern(std::move(key), {producer, shared, reader.getPort()}, [&] {
    return makeReads(producer.stateList, shared.stateList, reader, tensor);
  });
}

/// Returns entries in row-major order over producer, view and reader. Each
/// distinct required state is read by the cheaper of two ways.
Costs SelectionPrices::makeReads(StateLists::Id produced, StateLists::Id shared,
                                 const Reader &reader, Tensor &tensor) {
  llvm::SetVector<StateTable::Id> requiredStates;
  for (StateLists::Id stateList : reader.stateLists)
    requiredStates.insert_range(states.stateLists.get(stateList));
  auto direct =
      getRows(produced, requiredStates.getArrayRef(), tensor, /*local=*/true);
  auto viewed =
      getRows(shared, requiredStates.getArrayRef(), tensor, /*local=*/false);
  // The distinct required states, per state of the reader.
  std::vector<SmallVector<unsigned, 2>> requiredBy(
      states.stateLists.get(reader.stateLists.front()).size());
  for (StateLists::Id stateList : reader.stateLists)
    for (auto [state, required] : enumerate(states.stateLists.get(stateList))) {
      unsigned index = find(requiredStates, required) - requiredStates.begin();
      if (!is_contained(requiredBy[state], index))
        requiredBy[state].push_back(index);
    }
  Costs entries;
  for (const auto &fromProducer : direct)
    for (const auto &fromView : viewed)
      for (const auto &list : requiredBy) {
        Cost cost = 0;
        for (unsigned required : list)
          cost += std::min(fromProducer[required], fromView[required]);
        entries.push_back(cost);
      }
  return entries;
}

/// Returns the costs of boxing from every state of `from` to every state of
/// `to`. With `local`, `from` is a producer and costs are infinite unless
/// nothing moves.
std::vector<Costs> SelectionPrices::getRows(StateLists::Id from,
                                            ArrayRef<StateTable::Id> to,
                                            Tensor &tensor, bool local) {
  std::vector<Costs> costs;
  for (StateTable::Id a : states.stateLists.get(from)) {
    Costs &row = costs.emplace_back();
    for (StateTable::Id b : to)
      row.push_back(local && a != kInactiveState && b != kInactiveState &&
                            !tensor.prices.getTensor().movesNothing(a, b)
                        ? kInfiniteCost
                        : getBoxing(a, b, tensor, /*isProduced=*/local));
  }
  return costs;
}

TablePool::Id SelectionPrices::getRepeated(TablePool::Id table,
                                           int64_t executions) {
  if (executions == 1)
    return table;
  auto [it, isNew] = tables.try_emplace({4, table, executions}, 0);
  if (!isNew)
    return it->second;
  Costs entries = pool.get(table).entries;
  for (Cost &cost : entries)
    cost *= executions;
  return it->second = pool.intern(pool.get(table).shape, std::move(entries));
}

TablePool::Id SelectionPrices::getEqualityTable(const Port &view,
                                                const Port &reader) {
  return intern({2, view.stateList, reader.stateList}, {view, reader}, [&] {
    Costs entries;
    for (StateTable::Id state : states.stateLists.get(view.stateList))
      for (StateTable::Id required : states.stateLists.get(reader.stateList))
        entries.push_back(state == required || required == kInactiveState
                              ? 0
                              : kInfiniteCost);
    return entries;
  });
}

} // namespace sbp
