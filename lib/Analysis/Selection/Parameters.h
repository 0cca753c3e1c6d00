// Parameters.h: arguments whose storage has a price
#ifndef SBP_LIB_ANALYSIS_SELECTION_PARAMETERS_H
#define SBP_LIB_ANALYSIS_SELECTION_PARAMETERS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Analysis/Selection/CostModel.h"

namespace sbp {

/// The name of the state that `argument` is; null for other arguments.
mlir::StringAttr getStateName(mlir::BlockArgument argument);

/// The parameters of one function: its states, and arguments that are fed whole
/// and hold a share of the bytes of all (CostModel::parameterShare).
class Parameters {
public:
  Parameters(mlir::func::FuncOp function, const CostModel &model);
  bool contains(mlir::BlockArgument argument) const;

private:
  double leastBytes;
  bool isPriced;
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_PARAMETERS_H
