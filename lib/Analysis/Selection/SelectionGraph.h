// SelectionGraph.h: who chooses, who makes a value and who reads it
//
// One node per op (its signatures), stored argument, free result and choice of
// a form (selection.md section 1). What ends of edges may be in is a column of
// states; the edges themselves are SelectionEdges.
#ifndef SBP_LIB_ANALYSIS_SELECTION_SELECTIONGRAPH_H
#define SBP_LIB_ANALYSIS_SELECTION_SELECTIONGRAPH_H

#include "ArgumentNodes.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"

namespace sbp {

class SelectionGraph {
public:
  /// A state of `variable` is a signature of `set`; the last one is off, if
  /// there is one more.
  struct OpNode {
    const SignatureSet *set;
    unsigned variable;
    bool isOptional;
    llvm::SmallVector<Columns::Id, 4> operands, results;
  };

  /// Nodes come with `build`.
  SelectionGraph(mlir::ModuleOp module, const Alternatives &alternatives,
                 SelectionPrices &prices)
      : module(module), alternatives(alternatives), prices(prices),
        network(prices.getPool()), arguments(prices, network) {}
  llvm::LogicalResult build();

  mlir::ModuleOp getModule() const { return module; }
  const Alternatives &getAlternatives() const { return alternatives; }
  SelectionPrices &getPrices() const { return prices; }
  ModuleStates &getStates() const { return prices.getStates(); }
  const Columns &getColumns() const { return prices.getStates().columns; }

  /// Returns the network of unary costs and of the ties between forms of an op.
  const CostNetwork &getNetwork() const { return network; }
  const llvm::MapVector<mlir::Operation *, OpNode> &getOps() const {
    return ops;
  }
  /// Null for an op that has nothing to choose.
  const OpNode *getOp(mlir::Operation *op) const;
  const ArgumentNodes &getArguments() const { return arguments; }
  /// How results of `function` are left.
  llvm::ArrayRef<Port> getResults(mlir::func::FuncOp function) const {
    return results.find(function)->second;
  }
  /// Per choice of the alternatives: the variable whose state is a form.
  llvm::ArrayRef<unsigned> getSelectors() const { return selectors; }
  size_t getNumSignatureSets() const { return numSets; }

  /// The end at which `value` is made; none for a source, which adopts what its
  /// user reads.
  std::optional<Port> getProducer(mlir::Value value) const;
  /// That and those of the forms of its op.
  llvm::SmallVector<Port, 1> getProducers(mlir::Value value) const;
  Port getReader(mlir::OpOperand &use) const;

private:
  bool mayBePartialSum(mlir::Value value);
  void addOp(mlir::Operation *op);
  void addResults(mlir::func::ReturnOp op);
  Port makeResult(mlir::OpOperand &returned);
  Columns::Id getResultStates(mlir::Value value);

  mlir::ModuleOp module;
  const Alternatives &alternatives;
  SelectionPrices &prices;
  CostNetwork network;
  ArgumentNodes arguments;
  llvm::MapVector<mlir::Operation *, OpNode> ops;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<Port>> results;
  llvm::SmallVector<unsigned> selectors;
  std::optional<Sweeps> sweeps; ///< of the function that is built
  llvm::DenseMap<Columns::Id, bool> partialSums; ///< columns that have some
  size_t numSets = 0;
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_SELECTIONGRAPH_H
