// SelectionSolution.h: converts an assignment of a network to a decision
#ifndef SBP_LIB_ANALYSIS_SELECTION_SOLUTION_SELECTIONSOLUTION_H
#define SBP_LIB_ANALYSIS_SELECTION_SOLUTION_SELECTIONSOLUTION_H

#include "../Graph/SelectionEdges.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Analysis/Selection/Solution/Decision.h"

namespace sbp {

/// Interprets an assignment. Its arguments must outlive it, the elements of
/// `assignment` too.
class SelectionSolution {
public:
  /// `assignment` has one state per variable of the network of `edges` and a
  /// finite cost.
  SelectionSolution(const SelectionGraph &graph, SelectionEdges &edges,
                    llvm::ArrayRef<unsigned> assignment)
      : graph(graph), edges(edges), assignment(assignment) {
    for (unsigned selector : graph.getSelectors())
      forms.push_back(assignment[selector]);
  }

  /// Returns the decision; sources have none yet (adoptSources).
  Decision getDecision() const;
  /// Emits a remark at each active op that has a choice: its signature, the
  /// runner-up, if one is feasible, and the costs of both in seconds. Ops of
  /// equal layers share a remark, at the first of them.
  void explain() const;

private:
  /// Returns the assigned distribution of a port, never null.
  DistributionAttr read(const Port &port) const;
  /// Returns true if `op` belongs to no form or to a selected one.
  bool isActive(mlir::Operation *op) const;
  /// These three add the parts of one function to `decision`; arguments come
  /// last, since they depend on the others.
  void readOps(mlir::func::FuncOp function, Decision &decision) const;
  void readArguments(mlir::func::FuncOp function, Decision &decision) const;
  void readResults(mlir::func::FuncOp function, Decision &decision) const;
  /// Returns the distribution that all active readers of an argument without a
  /// storage cost require; the assigned one if they differ or it cannot be
  /// stored.
  DistributionAttr chooseStorage(mlir::BlockArgument argument,
                                 const Decision &decision) const;
  /// Returns the text of a remark on one op (its signature, the runner-up and
  /// both costs in seconds) and the cost of its signature. Changes `states`, a
  /// copy of the assignment, and restores it.
  std::pair<std::string, Cost> describe(const SelectionGraph::OpNode &node,
                                        std::vector<unsigned> &states) const;

  const SelectionGraph &graph;
  SelectionEdges &edges;
  llvm::ArrayRef<unsigned> assignment;
  std::vector<unsigned> forms; ///< that run
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_SOLUTION_SELECTIONSOLUTION_H
