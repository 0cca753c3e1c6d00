// SelectionSolution.h: what an assignment of a network's variables means
#ifndef SBP_LIB_ANALYSIS_SELECTION_SELECTIONSOLUTION_H
#define SBP_LIB_ANALYSIS_SELECTION_SELECTIONSOLUTION_H

#include "SelectionEdges.h"
#include "sbp/Analysis/Selection/Decision.h"

namespace sbp {

class SelectionSolution {
public:
  /// `assignment`: a state per variable of the network of `edges`.
  SelectionSolution(const SelectionGraph &graph, SelectionEdges &edges,
                    llvm::ArrayRef<unsigned> assignment)
      : graph(graph), edges(edges), assignment(assignment) {
    for (unsigned selector : graph.getSelectors())
      forms.push_back(assignment[selector]);
  }

  Decision getDecision() const;
  /// Remarks on every op that runs: what was chosen, what would have been
  /// second.
  void explain() const;

private:
  DistributionAttr read(const Port &port) const;
  bool runs(mlir::Operation *op) const;
  void readOps(mlir::func::FuncOp function, Decision &decision) const;
  void readArguments(mlir::func::FuncOp function, Decision &decision) const;
  void readResults(mlir::func::FuncOp function, Decision &decision) const;
  DistributionAttr chooseStorage(mlir::BlockArgument argument,
                                 const Decision &decision) const;
  /// `states`: the assignment, changed and put back.
  std::string describe(const SelectionGraph::OpNode &node,
                       std::vector<unsigned> &states) const;

  const SelectionGraph &graph;
  SelectionEdges &edges;
  llvm::ArrayRef<unsigned> assignment;
  std::vector<unsigned> forms; ///< that run
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_SELECTIONSOLUTION_H
