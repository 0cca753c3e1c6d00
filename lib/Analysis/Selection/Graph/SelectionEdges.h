// SelectionEdges.h: cost terms of the boxings between the nodes of a graph
#ifndef SBP_LIB_ANALYSIS_SELECTION_GRAPH_SELECTIONEDGES_H
#define SBP_LIB_ANALYSIS_SELECTION_GRAPH_SELECTIONEDGES_H

#include "SelectionGraph.h"

namespace sbp {

/// The cost network of a graph with its edges. A value with several readers
/// gets a node of its own, its view: the producer boxes to the view, and every
/// reader may box again from there.
class SelectionEdges {
public:
  /// With `joinsTriples`, a reader may read from the producer instead of the
  /// view even if producer and reader both have a choice; such terms join three
  /// variables (producer, view, reader).
  SelectionEdges(const SelectionGraph &graph, bool joinsTriples);

  CostNetwork &getNetwork() { return network; }
  bool getJoinsTriples() const { return joinsTriples; }
  /// Returns the port that the readers of a value read: its view, or that of
  /// its sole reader. Nothing for a value without readers.
  std::optional<Port> getView(mlir::Value value) const;
  /// The views of values with several readers, in program order.
  llvm::ArrayRef<std::pair<mlir::Value, Port>> getShared() const {
    return shared;
  }
  /// Returns true if `variable` is the view of a value, false for a choice of
  /// the graph.
  bool isView(unsigned variable) const {
    return variable >= graph.getNetwork().getNumVariables();
  }

private:
  void addUses(mlir::Value value);
  bool isCopied(mlir::BlockArgument argument, const Port &stored);
  void addCopy(const Port &stored, const Port &reader,
               const TensorSize &tensor);
  void forbidCreatedPartials(const Port &reader);
  void addReaders(mlir::Value value, llvm::ArrayRef<Port> producers);
  void addSoleReader(mlir::Value value, llvm::ArrayRef<Port> producers,
                     const Port &reader);
  void addShared(mlir::Value value, llvm::ArrayRef<Port> producers,
                 llvm::ArrayRef<Reader> readers);
  Port addView(llvm::ArrayRef<StateTable::Id> states);
  void addBoxing(const Port &from, const Port &to, const TensorSize &tensor);
  /// Returns true if one table may join all three ends.
  bool canJoin(const Port &producer, const Port &shared,
               const Reader &reader) const;
  void addRead(llvm::ArrayRef<Port> producers, const Port &shared,
               const Reader &reader, const TensorSize &tensor);
  void addTerm(TablePool::Id table, llvm::ArrayRef<Port> ends);

  const SelectionGraph &graph;
  SelectionPrices &prices;
  CostNetwork network;
  bool joinsTriples;
  llvm::DenseMap<mlir::Value, Port> views;
  std::vector<std::pair<mlir::Value, Port>> shared;
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_GRAPH_SELECTIONEDGES_H
