// SelectionPrices.h: costs of the choices of a module, by op and by edge
//
// Prices depend on states alone: tables go by the columns of their ends and the
// size of the tensor between them, so that equal layers share them.
#ifndef SBP_LIB_ANALYSIS_SELECTION_SELECTIONPRICES_H
#define SBP_LIB_ANALYSIS_SELECTION_SELECTIONPRICES_H

#include "ModuleStates.h"
#include "SignatureSets.h"
#include "sbp/Analysis/Selection/Alternatives.h"

namespace sbp {

/// One end of an edge: a state per state of `variable`, or one fixed state.
struct Port {
  std::optional<unsigned> variable;
  Columns::Id column = 0;
};

/// All uses of one value by one op or result, which has one variable.
struct Reader {
  std::optional<unsigned> variable;
  llvm::SmallVector<Columns::Id, 2> columns; ///< a use each

  Port getPort() const { return {variable, columns.front()}; }
};

class SelectionPrices {
public:
  /// `countsMemory`: what holds less is worth looking at, however dear.
  SelectionPrices(mlir::ModuleOp module, const Alternatives &alternatives,
                  CostModel model, bool countsMemory);

  ModuleStates &getStates() { return states; }
  SignatureSets &getSignatureSets() { return sets; }
  const CostModel &getModel() const { return model; }
  TablePool &getPool() { return pool; }
  bool getCountsMemory() const { return countsMemory; }

  /// CostModel::getStoring.
  Cost getStoring(StateTable::Id state, int64_t bytes) const {
    return model.getStoring(states, state, bytes);
  }
  /// CostModel::getCollecting.
  Cost getCollecting(StateTable::Id state, int64_t bytes) const {
    return model.getCollecting(states, state, bytes);
  }
  /// `isProduced`: `from` is what an op or the user made, not a view of it. An
  /// end that is off moves nothing.
  Cost getBoxing(StateTable::Id from, StateTable::Id to,
                 const TensorSize &tensor, bool isProduced);

  /// Tables over the variables of the ends, in the order of the arguments.
  /// Boxing from one end to the other.
  TablePool::Id getBoxings(const Port &from, const Port &to,
                           const TensorSize &tensor, bool isProduced);
  /// Prices boxings from the shared state, one per distinct required state.
  TablePool::Id getBoxingsOn(const Port &shared, const Reader &reader,
                             const TensorSize &tensor);
  /// The same, or from what was made where nothing moves on the way.
  TablePool::Id getReadings(const Port &producer, const Port &shared,
                            const Reader &reader, const TensorSize &tensor);
  /// Returns the table of `executions` times the costs of `table`.
  TablePool::Id getRepeated(TablePool::Id table, int64_t executions);
  /// 0 where both ends are in one state or the reader is off, else infinite.
  TablePool::Id getAgreement(const Port &view, const Port &reader);

private:
  double getDearestBoxing(double bytes) const;
  void chooseUnit(mlir::ModuleOp module, const Alternatives &alternatives);
  TablePool::Id intern(std::vector<int64_t> key, llvm::ArrayRef<Port> ends,
                       llvm::function_ref<Costs()> makeEntries);
  /// Prices of one tensor, and what is known of the columns of its states.
  struct Tensor {
    Tensor(int64_t number, BoxPrices prices)
        : number(number), prices(std::move(prices)) {}
    int64_t number;
    BoxPrices prices;
    llvm::DenseMap<Columns::Id, bool> evenColumns;
  };
  Tensor &getTensor(const TensorSize &size);
  /// Returns what stands for a tensor in a key: its bytes where all states of
  /// `ends` cut it evenly, since prices depend on nothing else then.
  int64_t getKey(Tensor &tensor, llvm::ArrayRef<Columns::Id> ends);
  Cost getBoxing(StateTable::Id from, StateTable::Id to, Tensor &tensor,
                 bool isProduced);
  std::vector<Costs> getRows(Columns::Id from,
                             llvm::ArrayRef<StateTable::Id> to, Tensor &tensor,
                             bool local);
  Costs makeReadings(Columns::Id produced, Columns::Id shared,
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

#endif // SBP_LIB_ANALYSIS_SELECTION_SELECTIONPRICES_H
