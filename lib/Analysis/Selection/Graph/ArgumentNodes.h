// ArgumentNodes.h: the nodes of a selection for stored arguments and states
#ifndef SBP_LIB_ANALYSIS_SELECTION_GRAPH_ARGUMENTNODES_H
#define SBP_LIB_ANALYSIS_SELECTION_GRAPH_ARGUMENTNODES_H

#include "SelectionPrices.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sbp {

/// Maps every argument to its port. Arguments of several entries that are the
/// same state share one port.
class ArgumentNodes {
public:
  /// Adds variables to `network`, which must outlive this object as `prices`
  /// must.
  ArgumentNodes(SelectionPrices &prices, CostNetwork &network)
      : prices(prices), network(network) {}
  /// Adds the states of all entries; called before `addArguments`. Fails with
  /// an error where two entries give a state different types or distributions.
  llvm::LogicalResult addStates(mlir::ModuleOp module);
  /// Adds the arguments of `function` that are not states.
  void addArguments(mlir::func::FuncOp function);

  /// Returns the port of `argument`, which must have been added; valid until
  /// more arguments are.
  const Port &get(mlir::BlockArgument argument) const {
    return ports.find(argument)->second;
  }
  /// Returns the port of the state `name`, null if no entry has it as an
  /// argument. This object owns it.
  const Port *getState(mlir::StringAttr name) const;
  /// Returns true for the one argument that stands for its state in sums over
  /// arguments, and for every argument that is not a state.
  bool isRepresentative(mlir::BlockArgument argument) const;

private:
  /// Adds an argument that is the state `name`, with a port for a new name.
  /// Fails with an error if it contradicts an earlier one.
  llvm::LogicalResult addState(mlir::BlockArgument argument,
                               mlir::StringAttr name);
  /// Returns a port, with a variable if storage has a cost or memory counts and
  /// no annotation fixes it. Adds the costs of storing a parameter.
  Port makePort(mlir::BlockArgument argument, bool isParameter);
  /// Returns the list of all states that may store `argument`, never partial.
  StateLists::Id getStorages(mlir::BlockArgument argument);

  SelectionPrices &prices;
  CostNetwork &network;
  llvm::DenseMap<mlir::Value, Port> ports;
  /// A state: the first argument that declares it, and the port of all.
  struct State {
    mlir::BlockArgument first;
    Port port;
  };
  llvm::DenseMap<mlir::StringAttr, State> byName; ///< states
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_GRAPH_ARGUMENTNODES_H
