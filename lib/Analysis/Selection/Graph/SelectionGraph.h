// SelectionGraph.h: the nodes of a selection, their producers and readers
//
// One node per op (its signatures), stored argument, free result and choice of
// a form (selection.md section 1). What ends of edges may be in is a stateList
// of states; the edges themselves are SelectionEdges.
#ifndef SBP_LIB_ANALYSIS_SELECTION_GRAPH_SELECTIONGRAPH_H
#define SBP_LIB_ANALYSIS_SELECTION_GRAPH_SELECTIONGRAPH_H

#include "ArgumentNodes.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"

namespace sbp {

/// The choices of a module and the ends of its edges.
class SelectionGraph {
public:
  /// The node of an op. State i of `variable` is signature i of `set`; an
  /// optional op has one more state, in which it is inactive. `operands` and
  /// `results` have one state list each.
  struct OpNode {
    const SignatureSet *set;
    unsigned variable;
    bool isOptional;
    llvm::SmallVector<StateLists::Id, 4> operands, results;
  };

  /// `build` adds the nodes. All arguments must outlive this object.
  SelectionGraph(mlir::ModuleOp module, const Alternatives &alternatives,
                 SelectionPrices &prices)
      : module(module), alternatives(alternatives), prices(prices),
        network(prices.getPool()), arguments(prices, network) {}
  /// Adds all nodes. Fails, with an error reported, where entries disagree on a
  /// state or an op has too many signatures.
  llvm::LogicalResult build();

  mlir::ModuleOp getModule() const { return module; }
  const Alternatives &getAlternatives() const { return alternatives; }
  SelectionPrices &getPrices() const { return prices; }
  ModuleStates &getStates() const { return prices.getStates(); }
  const StateLists &getStateLists() const {
    return prices.getStates().stateLists;
  }

  /// Returns the network of unary costs and of the ties between forms of an op.
  const CostNetwork &getNetwork() const { return network; }
  const llvm::MapVector<mlir::Operation *, OpNode> &getOps() const {
    return ops;
  }
  /// Returns the node of `op`, null if it has nothing to choose.
  const OpNode *getOp(mlir::Operation *op) const;
  const ArgumentNodes &getArguments() const { return arguments; }
  /// Returns the ports in which `function` leaves its results.
  llvm::ArrayRef<Port> getResults(mlir::func::FuncOp function) const {
    return results.find(function)->second;
  }
  /// Returns one variable per choice of the alternatives; its state is a form.
  llvm::ArrayRef<unsigned> getSelectors() const { return selectors; }
  size_t getNumSignatureSets() const { return numSets; }

  /// Returns the end that produces `value`; nothing for a source, which adopts
  /// the distribution that its user reads.
  std::optional<Port> getProducer(mlir::Value value) const;
  /// Returns that end and those of the alternative forms of its op.
  llvm::SmallVector<Port, 1> getProducers(mlir::Value value) const;
  /// Returns the end that reads `use`.
  Port getReader(mlir::OpOperand &use) const;

private:
  bool mayBePartialSum(mlir::Value value);
  void addOp(mlir::Operation *op);
  void addResults(mlir::func::ReturnOp op);
  Port makeResult(mlir::OpOperand &returned);
  StateLists::Id getResultStates(mlir::Value value);

  mlir::ModuleOp module;
  const Alternatives &alternatives;
  SelectionPrices &prices;
  CostNetwork network;
  ArgumentNodes arguments;
  llvm::MapVector<mlir::Operation *, OpNode> ops;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<Port>> results;
  llvm::SmallVector<unsigned> selectors;
  std::optional<Sweeps> sweeps; ///< of the function that is built
  llvm::DenseMap<StateLists::Id, bool>
      partialSums; ///< stateLists that have some
  size_t numSets = 0;
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_GRAPH_SELECTIONGRAPH_H
