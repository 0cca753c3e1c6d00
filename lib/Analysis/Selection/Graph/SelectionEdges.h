// SelectionEdges.h: cost terms of the boxings between the nodes of a graph
#ifndef SBP_LIB_ANALYSIS_SELECTION_GRAPH_SELECTIONEDGES_H
#define SBP_LIB_ANALYSIS_SELECTION_GRAPH_SELECTIONEDGES_H

#include "SelectionGraph.h"
#include "sbp/Analysis/Selection/Graph/ReaderGroups.h"

namespace sbp {

/// The cost network of a graph with its edges. A value with several readers
/// gets a node of its own, its view: the producer boxes to the view, and every
/// reader may box again from there.
class SelectionEdges {
public:
  /// With `joinsTriples`, a reader may read from the producer instead of the
  /// view even if producer and reader both have a choice; such terms join three
  /// variables (producer, view, reader). `graph` must be built, must outlive
  /// this object and receives state lists; its network is copied.
  SelectionEdges(const SelectionGraph &graph, bool joinsTriples);

  /// Returns the network of nodes, views and edges. Its first variables are
  /// those of the graph; its pool is that of the prices.
  CostNetwork &getNetwork() { return network; }
  const CostNetwork &getNetwork() const { return network; }
  bool getJoinsTriples() const { return joinsTriples; }
  /// The state in which several readers of a group see a value.
  struct SharedView {
    mlir::Value value;
    StepPhase phase;
    Port port;
  };

  /// Returns the port that the readers of a group read: its view, or that of
  /// its sole reader. Nullopt for a group without one: no such group, a source,
  /// a state that only enters micro-batches, or an argument stored by all ranks
  /// without an annotation: its readers on other ranks have edges, but no view.
  std::optional<Port> getView(mlir::Value value, StepPhase phase) const;
  /// Returns the views of groups with several uses, in program order.
  llvm::ArrayRef<SharedView> getShared() const { return shared; }
  /// Returns true if `variable` is the view of a value, false for a choice of
  /// the graph.
  bool isView(unsigned variable) const {
    return variable >= graph.getNetwork().getNumVariables();
  }

private:
  /// Adds the terms of all uses of a tensor; none for one that a source makes.
  void addUses(mlir::Value value);
  /// Makes `use`, by which a state enters micro-batches, read it as it is
  /// stored: what its readers gather is gathered in every micro-batch. Returns
  /// false for all other uses.
  bool addEntering(mlir::OpOperand &use, llvm::ArrayRef<Port> producers);
  /// Returns true for an argument that is stored as copies on all ranks
  /// although no annotation requests that.
  bool isCopied(mlir::BlockArgument argument, const Port &stored);
  /// Adds the terms of one use of a copied argument: a boxing only for a reader
  /// on other ranks.
  void addCopy(const Port &stored, const Port &reader,
               const TensorSize &tensor);
  /// Gives the states of `reader` that need existing partial sums infinite
  /// costs.
  void forbidCreatedPartials(const Port &reader);
  /// Adds the terms of a group of uses and records its view.
  void addReaders(mlir::Value value, llvm::ArrayRef<Port> producers,
                  const ReaderGroup &group);
  /// Adds the boxings to a group of one use and returns its view, which may be
  /// the reader itself.
  Port addSoleReader(mlir::OpOperand &use, llvm::ArrayRef<Port> producers,
                     const Port &reader);
  bool isPlainParameter(mlir::Value value, const Port &stored) const;
  /// Adds the boxings to a result that nobody fixes and nothing else touches.
  /// Returns false for all other uses.
  bool addReturned(mlir::OpOperand &use, llvm::ArrayRef<Port> producers,
                   const Port &reader);
  /// Adds the view of several uses with its boxings and reads, and returns it.
  Port addShared(mlir::Value value, llvm::ArrayRef<Port> producers,
                 llvm::ArrayRef<Reader> readers);
  /// Adds a variable with one state per entry of `states`, which are distinct.
  Port addView(llvm::ArrayRef<StateTable::Id> states);
  /// Adds the boxings between two ends; none between a variable and itself.
  void addBoxing(const Port &from, const Port &to, const TensorSize &tensor);
  /// Returns true if one table may join all three ends.
  bool canJoin(const Port &producer, const Port &shared,
               const Reader &reader) const;
  /// Adds the boxings from a view to one reader, with reads past the view where
  /// canJoin allows them for all producers.
  void addRead(llvm::ArrayRef<Port> producers, const Port &shared,
               const Reader &reader, const TensorSize &tensor);
  /// Applies `executions` times a table to the variables of `ends`.
  void addTerm(TablePool::Id table, llvm::ArrayRef<Port> ends);

  const SelectionGraph &graph;
  SelectionPrices &prices;
  CostNetwork network;
  bool joinsTriples;
  int64_t executions = 1; ///< of boxings of the value whose uses are added
  ReaderGroups groups;
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, Port> views; ///< by phase
  std::vector<SharedView> shared;
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_GRAPH_SELECTIONEDGES_H
