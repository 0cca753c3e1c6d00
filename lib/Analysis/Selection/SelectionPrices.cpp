// SelectionPrices.cpp: tables of boxings, and the unit that all costs are in

#include "SelectionPrices.h"
#include "sbp/Analysis/Selection/Decision.h"
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
double SelectionPrices::getDearestBoxing(double bytes) const {
  double dearest = model.perBoxing + bytes;
  for (unsigned i = 0; i < states.getNumPlacements() && model.topology; ++i)
    dearest = std::max(dearest,
                       model.getSlowest(states.getPlacement(i).ranks, bytes));
  return dearest;
}

/// The finest unit at which any total is exact: a model that computes and
/// stores everything everywhere is dearer than any optimum.
void SelectionPrices::chooseUnit(ModuleOp module,
                                 const Alternatives &alternatives) {
  double bytes = 0;
  module.walk([&](func::FuncOp function) {
    Sweeps sweeps(function);
    for (Type type : function.getArgumentTypes())
      if (auto tensor = dyn_cast<RankedTensorType>(type))
        bytes += model.perStoredByte * getNumBytes(tensor);
    for (Operation &op : function.front()) {
      if (!alternatives.isGiven(&op))
        continue;
      double executions = sweeps.getExecutions(&op);
      for (const OpWork::Part &part : getWork(&op).parts)
        bytes += executions * model.getDearest(part);
      double moved = 0;
      for (Type type : op.getOperandTypes())
        if (auto tensor = dyn_cast<RankedTensorType>(type))
          moved += 4 * getNumBytes(tensor);
      bytes += executions * getDearestBoxing(moved);
    }
  });
  double total = bytes * states.getNumRanks();
  while (std::ldexp(total, model.unitShift) > largestExactCost / 16)
    --model.unitShift;
}

//===----------------------------------------------------------------------===//
// Of one state, and between two
//===----------------------------------------------------------------------===//

SelectionPrices::Tensor &SelectionPrices::getTensor(const TensorSize &size) {
  auto it = tensors.find(size);
  if (it == tensors.end())
    it = tensors
             .try_emplace(size, tensors.size(), BoxPrices(model, states, size))
             .first;
  return it->second;
}

int64_t SelectionPrices::getKey(Tensor &tensor, ArrayRef<Columns::Id> ends) {
  bool isEven = all_of(ends, [&](Columns::Id end) {
    auto [it, isNew] = tensor.evenColumns.try_emplace(end, true);
    if (isNew)
      it->second = all_of(states.columns.get(end), [&](StateTable::Id state) {
        return state == offState || tensor.prices.getTensor().isEven(state);
      });
    return it->second;
  });
  return isEven ? tensor.prices.getTensor().getNumBytes() : -1 - tensor.number;
}

Cost SelectionPrices::getBoxing(StateTable::Id from, StateTable::Id to,
                                Tensor &tensor, bool isProduced) {
  if (from == offState || to == offState)
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

/// The table that `key` stands for; `makeEntries` is asked once.
TablePool::Id SelectionPrices::intern(std::vector<int64_t> key,
                                      ArrayRef<Port> ends,
                                      llvm::function_ref<Costs()> makeEntries) {
  auto [it, isNew] = tables.try_emplace(std::move(key), 0);
  if (!isNew)
    return it->second;
  SmallVector<unsigned, 3> shape;
  for (const Port &end : ends)
    if (end.variable)
      shape.push_back(states.columns.get(end.column).size());
  return it->second = pool.intern(shape, makeEntries());
}

TablePool::Id SelectionPrices::getBoxings(const Port &from, const Port &to,
                                          const TensorSize &size,
                                          bool isProduced) {
  Tensor &tensor = getTensor(size);
  int64_t number = getKey(tensor, {from.column, to.column});
  return intern({0, from.column, to.column, number, isProduced,
                 from.variable.has_value(), to.variable.has_value()},
                {from, to}, [&] {
                  const auto &starts = states.columns.get(from.column),
                             &ends = states.columns.get(to.column);
                  Costs entries;
                  entries.reserve(starts.size() * ends.size());
                  BoxPrices &prices = tensor.prices;
                  bool areEven = number >= 0;
                  for (StateTable::Id a : starts)
                    for (StateTable::Id b : ends)
                      entries.push_back(
                          a == offState || b == offState
                              ? 0
                              : prices.get(a, b, isProduced, areEven));
                  return entries;
                });
}

TablePool::Id SelectionPrices::getBoxingsOn(const Port &shared,
                                            const Reader &reader,
                                            const TensorSize &size) {
  if (reader.columns.size() == 1)
    return getBoxings(shared, reader.getPort(), size, /*isProduced=*/false);
  Tensor &tensor = getTensor(size);
  SmallVector<Columns::Id> ends{shared.column};
  append_range(ends, reader.columns);
  std::vector<int64_t> key{1, getKey(tensor, ends),
                           reader.variable.has_value()};
  append_range(key, ends);
  return intern(std::move(key), {shared, reader.getPort()}, [&] {
    size_t count = states.columns.get(reader.columns.front()).size();
    Costs entries;
    for (StateTable::Id state : states.columns.get(shared.column))
      for (size_t i = 0; i < count; ++i) {
        SmallVector<StateTable::Id, 4> wishes;
        for (Columns::Id column : reader.columns)
          if (!is_contained(wishes, states.columns.get(column)[i]))
            wishes.push_back(states.columns.get(column)[i]);
        Cost cost = 0;
        for (StateTable::Id wish : wishes)
          cost += getBoxing(state, wish, tensor, /*isProduced=*/false);
        entries.push_back(cost);
      }
    return entries;
  });
}

TablePool::Id SelectionPrices::getReadings(const Port &producer,
                                           const Port &shared,
                                           const Reader &reader,
                                           const TensorSize &size) {
  Tensor &tensor = getTensor(size);
  SmallVector<Columns::Id> ends{producer.column, shared.column};
  append_range(ends, reader.columns);
  std::vector<int64_t> key{3, getKey(tensor, ends),
                           producer.variable.has_value(),
                           reader.variable.has_value()};
  append_range(key, ends);
  return intern(std::move(key), {producer, shared, reader.getPort()}, [&] {
    return makeReadings(producer.column, shared.column, reader, tensor);
  });
}

/// Row-major over what was made, the view and the reader.
Costs SelectionPrices::makeReadings(Columns::Id produced, Columns::Id shared,
                                    const Reader &reader, Tensor &tensor) {
  llvm::SetVector<StateTable::Id> wishes;
  for (Columns::Id column : reader.columns)
    wishes.insert_range(states.columns.get(column));
  auto direct = getRows(produced, wishes.getArrayRef(), tensor, /*local=*/true);
  auto viewed = getRows(shared, wishes.getArrayRef(), tensor, /*local=*/false);
  // The distinct required states, per state of the reader.
  std::vector<SmallVector<unsigned, 2>> wanted(
      states.columns.get(reader.columns.front()).size());
  for (Columns::Id column : reader.columns)
    for (auto [state, wish] : enumerate(states.columns.get(column))) {
      unsigned index = find(wishes, wish) - wishes.begin();
      if (!is_contained(wanted[state], index))
        wanted[state].push_back(index);
    }
  Costs entries;
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

/// Box costs from every state of `from` to every one of `to`; only from what
/// was produced and where nothing moves on the way, if `local`.
std::vector<Costs> SelectionPrices::getRows(Columns::Id from,
                                            ArrayRef<StateTable::Id> to,
                                            Tensor &tensor, bool local) {
  std::vector<Costs> costs;
  for (StateTable::Id a : states.columns.get(from)) {
    Costs &row = costs.emplace_back();
    for (StateTable::Id b : to)
      row.push_back(local && a != offState && b != offState &&
                            !tensor.prices.getTensor().movesNothing(a, b)
                        ? infiniteCost
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

TablePool::Id SelectionPrices::getAgreement(const Port &view,
                                            const Port &reader) {
  return intern({2, view.column, reader.column}, {view, reader}, [&] {
    Costs entries;
    for (StateTable::Id state : states.columns.get(view.column))
      for (StateTable::Id wish : states.columns.get(reader.column))
        entries.push_back(state == wish || wish == offState ? 0 : infiniteCost);
    return entries;
  });
}

} // namespace sbp
