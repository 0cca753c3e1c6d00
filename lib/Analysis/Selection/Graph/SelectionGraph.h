// SelectionGraph.h: the nodes of a selection, their producers and readers
//
// One node per op (its signatures), stored argument, free result and choice of
// a form (docs/Rationale/Selection.md, The problem). A list of states holds the
// states that an end of an edge may be in; the edges are SelectionEdges.
#ifndef SBP_LIB_ANALYSIS_SELECTION_GRAPH_SELECTIONGRAPH_H
#define SBP_LIB_ANALYSIS_SELECTION_GRAPH_SELECTIONGRAPH_H

#include "ArgumentNodes.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"
#include "llvm/ADT/DenseSet.h"

namespace sbp {

/// The choices of a module and the ends of its edges.
class SelectionGraph {
public:
  /// The node of an op. State i of `variable` is signature i of `set`; an
  /// optional op has one more state, the last one, in which it is inactive.
  /// `operands` and `results` have one state list each, tensor or not. Entry i
  /// of a list belongs to state i of `variable`; states may repeat, and the
  /// entry of the inactive state is kInactiveState.
  struct OpNode {
    const SignatureSet *set; ///< owned by the SignatureSets of the prices
    unsigned variable;
    bool isOptional;
    llvm::SmallVector<StateLists::Id, 4> operands, results;
  };

  /// `build` adds the nodes. All arguments must outlive this object.
  SelectionGraph(mlir::ModuleOp module, const Alternatives &alternatives,
                 SelectionPrices &prices)
      : module(module), alternatives(alternatives), prices(prices),
        network(prices.getPool()), arguments(prices, network) {}
  /// Adds all nodes; called once, before any query. Fails, with an error
  /// reported, where entries disagree on a state or an op has too many
  /// signatures.
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
  /// Returns the nodes of all ops that have something to choose, in the order
  /// of the module.
  const llvm::MapVector<mlir::Operation *, OpNode> &getOps() const {
    return ops;
  }
  /// Returns the node of `op`, null if it has nothing to choose.
  const OpNode *getOp(mlir::Operation *op) const;
  const ArgumentNodes &getArguments() const { return arguments; }
  /// Returns the ports in which `function`, one of the module, leaves its
  /// results.
  llvm::ArrayRef<Port> getResults(mlir::func::FuncOp function) const {
    return results.find(function)->second;
  }
  /// Returns true for the variable of a result that nothing fixes: its unary
  /// cost is that of collecting it.
  bool isFreeResult(unsigned variable) const {
    return freeResults.contains(variable);
  }
  /// Returns one variable per choice of the alternatives; its state is a form.
  llvm::ArrayRef<unsigned> getSelectors() const { return selectors; }
  /// Returns how many different signature sets the ops have.
  size_t getNumSignatureSets() const { return numSets; }

  /// Returns the end that produces `value`, a tensor; nullopt for a source,
  /// which adopts the distribution that its user reads.
  std::optional<Port> getProducer(mlir::Value value) const;
  /// Returns the end of getProducer and those of the alternative forms of its
  /// op; empty for a source.
  llvm::SmallVector<Port, 1> getProducers(mlir::Value value) const;
  /// Returns the end that reads `use`, whose owner is a return, a constraint or
  /// an op with a node.
  Port getReader(mlir::OpOperand &use) const;

private:
  /// Returns true if a producer of `value` has a state that leaves it as a
  /// partial sum; false for a value that is no tensor.
  bool mayBePartialSum(mlir::Value value);
  /// Adds the node of an op, with its costs times its executions. An optional
  /// op gets one more state of cost 0.
  void addOp(mlir::Operation *op);
  /// Adds one port per result of a function.
  void addResults(mlir::func::ReturnOp op);
  /// Returns the port in which a returned value is left: its annotation, else
  /// that of the state it updates, else a new variable over the states without
  /// partial values. Charges the cost of collecting a free result once per
  /// execution.
  Port makeResult(mlir::OpOperand &returned);
  /// Returns the states in which a result that nothing fixes may be left. Never
  /// empty, never partial.
  StateLists::Id getResultStates(mlir::Value value);

  mlir::ModuleOp module;
  const Alternatives &alternatives;
  SelectionPrices &prices;
  CostNetwork network;
  ArgumentNodes arguments;
  llvm::MapVector<mlir::Operation *, OpNode> ops;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<Port>> results;
  llvm::DenseSet<unsigned> freeResults;
  llvm::SmallVector<unsigned> selectors;
  std::optional<Sweeps> sweeps; ///< of the function that is built
  llvm::DenseMap<StateLists::Id, bool>
      partialSums; ///< stateLists that have some
  size_t numSets = 0;
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_GRAPH_SELECTIONGRAPH_H
