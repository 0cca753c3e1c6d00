// SelectionPrices.h: interned cost tables of the edges of a module
//
// Prices depend on states alone: tables go by the stateLists of their ends and
// the size of the tensor between them, so that equal layers share them.
#ifndef SBP_LIB_ANALYSIS_SELECTION_GRAPH_SELECTIONPRICES_H
#define SBP_LIB_ANALYSIS_SELECTION_GRAPH_SELECTIONPRICES_H

#include "../Prices/ModuleStates.h"
#include "../Prices/SignatureSets.h"
#include "sbp/Analysis/Selection/Graph/Alternatives.h"
#include "sbp/Analysis/Selection/Prices/BoxingPrices.h"

namespace sbp {

/// One end of an edge: a list with one distribution per state of `variable`, or
/// with a single one where there is no variable.
struct Port {
  std::optional<unsigned> variable;
  StateLists::Id stateList = 0;
};

/// All uses of one value by one op or result, which has at most one variable.
struct Reader {
  std::optional<unsigned> variable;
  llvm::SmallVector<StateLists::Id, 2> stateLists; ///< a use each

  /// Returns the end of the first use.
  Port getPort() const { return {variable, stateLists.front()}; }
};

/// Prices the edges of a module and interns their tables in one pool, which it
/// owns as it does states and sets. Costs are in units of getModel(). Not
/// thread-safe.
class SelectionPrices {
public:
  /// Copies `model` with a unit coarse enough that every total is exact. With
  /// `countsMemory`, signatures that hold less memory are kept even if they
  /// cost more. Neither `module` nor `alternatives` is kept.
  SelectionPrices(mlir::ModuleOp module, const Alternatives &alternatives,
                  CostModel model, bool countsMemory);

  ModuleStates &getStates() { return states; }
  SignatureSets &getSignatureSets() { return sets; }
  const CostModel &getModel() const { return model; }
  TablePool &getPool() { return pool; }
  bool getCountsMemory() const { return countsMemory; }

  /// Returns CostModel::getStoring of a state for a tensor of `bytes` bytes.
  Cost getStoring(StateTable::Id state, int64_t bytes) const {
    return model.getStoring(states, state, bytes);
  }
  /// Returns CostModel::getCollecting of a state for a tensor of `bytes` bytes.
  Cost getCollecting(StateTable::Id state, int64_t bytes) const {
    return model.getCollecting(states, state, bytes);
  }
  /// Returns the cost of boxing `tensor`; 0 if an end is inactive, infinite if
  /// the boxing is refused. `isProduced`: `from` is the producer's own state.
  Cost getBoxing(StateTable::Id from, StateTable::Id to,
                 const TensorSize &tensor, bool isProduced);

  /// Returns the table of boxings from one end to the other. Tables range over
  /// the variables of their ends, in the order of the arguments.
  TablePool::Id getBoxings(const Port &from, const Port &to,
                           const TensorSize &tensor, bool isProduced);
  /// Returns the table of boxings from a producer to a free result that reads
  /// nothing else. A state of the result that costs more with its collecting
  /// than another one, from the same state of the producer, is infinite: it is
  /// in no optimum, and mostly not priced. Not for networks that count memory.
  TablePool::Id getReturned(const Port &from, const Port &result,
                            const TensorSize &tensor);
  /// Returns the table of boxings from a parameter to its only reader, for
  /// which the same holds: a storage is infinite where it costs more with the
  /// boxing than another one. Not for networks that count memory.
  TablePool::Id getStored(const Port &stored, const Port &reader,
                          const TensorSize &tensor);
  /// Returns the table of boxings from the shared state to all states that the
  /// reader requires; a state that several uses require is counted once.
  TablePool::Id getSharedBoxings(const Port &shared, const Reader &reader,
                                 const TensorSize &tensor);
  /// Returns the table over producer, shared view and reader. It equals
  /// getSharedBoxings, but a read may bypass the view where boxing from the
  /// producer moves nothing.
  TablePool::Id getReads(const Port &producer, const Port &shared,
                         const Reader &reader, const TensorSize &tensor);
  /// Returns the table of `executions`, at least 1, times the costs of `table`.
  TablePool::Id getRepeated(TablePool::Id table, int64_t executions);
  /// Returns the table over the variables of the ends that is 0 where both are
  /// in one state or the reader is inactive, and infinite elsewhere.
  TablePool::Id getEqualityTable(const Port &view, const Port &reader);

private:
  /// Returns a bound, per rank, of the cost of boxing `bytes`: by the slowest
  /// transfer of any placement of the module, and by the bytes alone without a
  /// topology. In the unit of CostModel, bytes moved.
  double getMaxBoxingCost(double bytes) const;
  /// Sets the unit of costs in `model` to the finest one in which any total of
  /// the module is exact in a double.
  void chooseUnit(mlir::ModuleOp module, const Alternatives &alternatives);
  /// Returns the table that is stored for `key`. For a new key, calls
  /// `makeEntries` for entries in row-major order over the variables of `ends`.
  TablePool::Id intern(std::vector<int64_t> key, llvm::ArrayRef<Port> ends,
                       llvm::function_ref<Costs()> makeEntries);
  /// Prices of one tensor, and what is known of the stateLists of its states.
  struct Tensor {
    Tensor(int64_t number, BoxingPrices prices)
        : number(number), prices(std::move(prices)) {}
    int64_t number;
    BoxingPrices prices;
    llvm::DenseMap<StateLists::Id, bool> evenLists;
  };
  /// Returns the prices of tensors of one size, created on the first call. The
  /// reference stays valid.
  Tensor &getTensor(const TensorSize &size);
  /// Returns what stands for a tensor in a key: its bytes where all states of
  /// `ends` cut it evenly, since prices depend on nothing else then.
  int64_t getKey(Tensor &tensor, llvm::ArrayRef<StateLists::Id> ends);
  /// Returns the same cost as the public function, for a tensor that was looked
  /// up already.
  Cost getBoxing(StateTable::Id from, StateTable::Id to, Tensor &tensor,
                 bool isProduced);
  /// Returns the entries of getReturned, and of getStored, in row-major order.
  Costs makeReturned(StateLists::Id produced, StateLists::Id returned,
                     Tensor &tensor);
  Costs makeStored(StateLists::Id stored, StateLists::Id read, Tensor &tensor);
  /// Returns one row per state of `from`, with the cost of boxing to each state
  /// of `to`. With `local`, the cost is infinite wherever data would move.
  std::vector<Costs> getRows(StateLists::Id from,
                             llvm::ArrayRef<StateTable::Id> to, Tensor &tensor,
                             bool local);
  /// Returns the entries of getReads in row-major order over the states of
  /// producer, view and reader.
  Costs makeReads(StateLists::Id produced, StateLists::Id shared,
                  const Reader &reader, Tensor &tensor);

  CostModel model;
  bool countsMemory;
  ModuleStates states;
  SignatureSets sets;
  TablePool pool;
  std::map<std::vector<int64_t>, TablePool::Id> tables;
  std::map<TensorSize, Tensor> tensors;
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_GRAPH_SELECTIONPRICES_H
