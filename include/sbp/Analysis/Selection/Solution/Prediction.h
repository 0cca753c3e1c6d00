// Prediction.h: the predicted time of a step by measured rates
//
// Ops run one after the other. Each takes as long as the rank of its placement
// that has most to do, and shares cores with the ranks of that placement alone;
// ranks that have less to do wait.
#ifndef SBP_ANALYSIS_SELECTION_SOLUTION_PREDICTION_H
#define SBP_ANALYSIS_SELECTION_SOLUTION_PREDICTION_H

#include "sbp/Analysis/Selection/Prices/CostModel.h"
#include "sbp/Calculus/Topology.h"

namespace sbp {

/// Predicted seconds of one step, by their cause.
struct StepPrediction {
  /// Floating-point work; memory traffic, that of local boxings included;
  /// boxings that communicate; and the time of a step that does nothing.
  double compute = 0, memory = 0, boxing = 0, rest = 0;
  /// The seconds of `boxing` per class of link; only with a topology.
  std::optional<LinkSeconds> links;
  /// The part of the total that a rank waits on average: for a rank with more
  /// work, or while ops and boxings of other placements run.
  double idle = 0;
  /// Returns the predicted seconds of the whole step.
  double getSeconds() const { return compute + memory + boxing + rest; }
};

/// Predicts a step of an entry at level 1. `model` must have rates. With a
/// topology, boxings take the time of their plans on its links; those too large
/// to plan count as local.
StepPrediction predictStep(mlir::func::FuncOp entry, const CostModel &model);

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_SOLUTION_PREDICTION_H
