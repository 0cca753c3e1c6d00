// Prediction.h: what a step takes by measured rates, and where its time goes
//
// Ops run one after the other. Each takes as long as the rank of its placement
// that has most to do, and shares cores with the ranks of that placement alone;
// ranks that have less to do wait.
#ifndef SBP_ANALYSIS_SELECTION_PREDICTION_H
#define SBP_ANALYSIS_SELECTION_PREDICTION_H

#include "sbp/Analysis/Selection/CostModel.h"
#include "sbp/Calculus/Topology.h"

namespace sbp {

struct StepPrediction {
  double compute = 0, memory = 0, boxing = 0, rest = 0;
  /// `boxing`, by the links that are waited for; where there is a topology.
  std::optional<LinkSeconds> links;
  /// The part of the sum in which a rank waits on average, for one with more
  /// work, or while ops and boxings of others run.
  double idle = 0;
  double getSeconds() const { return compute + memory + boxing + rest; }
};

/// Predicts a step of an entry at level 1. `model` has rates; with a topology,
/// boxings take the time of their plans on its links.
StepPrediction predictStep(mlir::func::FuncOp entry, const CostModel &model);

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_PREDICTION_H
