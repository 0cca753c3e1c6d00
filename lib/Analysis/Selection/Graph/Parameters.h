// Parameters.h: the arguments whose storage has a cost
#ifndef SBP_LIB_ANALYSIS_SELECTION_GRAPH_PARAMETERS_H
#define SBP_LIB_ANALYSIS_SELECTION_GRAPH_PARAMETERS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Analysis/Selection/Prices/CostModel.h"

namespace sbp {

/// Returns the function that has this argument.
mlir::func::FuncOp getFunction(mlir::BlockArgument argument);
/// Returns the name of the state that `argument` of a function is, null for
/// other arguments.
mlir::StringAttr getStateName(mlir::BlockArgument argument);

/// The parameters of one function: its states, and, if stored bytes have a
/// price, the arguments that are fed whole and hold at least
/// CostModel::parameterShare of all argument bytes. All arguments must be
/// ranked tensors; `model` is not kept.
class Parameters {
public:
  Parameters(mlir::func::FuncOp function, const CostModel &model);
  /// Returns true if `argument` of that function is a parameter.
  bool contains(mlir::BlockArgument argument) const;

private:
  double leastBytes; ///< threshold for arguments that are not states
  bool isPriced;
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_GRAPH_PARAMETERS_H
