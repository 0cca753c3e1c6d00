// ArgumentNodes.h: how arguments and states are stored
#ifndef SBP_LIB_ANALYSIS_SELECTION_ARGUMENTNODES_H
#define SBP_LIB_ANALYSIS_SELECTION_ARGUMENTNODES_H

#include "SelectionPrices.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sbp {

/// A port per argument. Those of one state in several entries are one.
class ArgumentNodes {
public:
  /// Variables come into `network`.
  ArgumentNodes(SelectionPrices &prices, CostNetwork &network)
      : prices(prices), network(network) {}
  /// Adds the states of all entries, before any other argument. Fails where
  /// entries disagree.
  llvm::LogicalResult addStates(mlir::ModuleOp module);
  void addArguments(mlir::func::FuncOp function);

  const Port &get(mlir::BlockArgument argument) const {
    return ports.find(argument)->second;
  }
  /// How the state `name` is stored; null: no entry has it as an argument.
  const Port *getState(mlir::StringAttr name) const;
  /// The argument that counts, of all that are the same state.
  bool isFirst(mlir::BlockArgument argument) const;

private:
  llvm::LogicalResult addState(mlir::BlockArgument argument,
                               mlir::StringAttr name);
  Port makePort(mlir::BlockArgument argument, bool isParameter);
  Columns::Id getStorages(mlir::BlockArgument argument);

  SelectionPrices &prices;
  CostNetwork &network;
  llvm::DenseMap<mlir::Value, Port> ports;
  struct State {
    mlir::BlockArgument first;
    Port port;
  };
  llvm::DenseMap<mlir::StringAttr, State> byName; ///< states
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_ARGUMENTNODES_H
