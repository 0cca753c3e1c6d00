// ReportData.h: the facts that a report states, as values
#ifndef SBP_LIB_DRIVER_REPORT_REPORTDATA_H
#define SBP_LIB_DRIVER_REPORT_REPORTDATA_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "sbp/Analysis/Boxing/BoxingPlans.h"
#include <map>

namespace sbp {

/// Returns text such as "@p:[S(0), B]".
std::string getDistributionText(DistributionAttr distribution);

/// A boxing at level 1 with a step other than a reinterpretation.
struct ReportedBoxing {
  mlir::func::FuncOp entry;
  BoxingOp op;
  const BoxingPlan *plan = nullptr; ///< of the plans it was found in
  int64_t executions = 0;           ///< in a step
};

/// Calls `visit` for every such boxing of a module at level 1, in program
/// order. Fails, with the error emitted, where a boxing has no plan.
mlir::LogicalResult
forEachBoxing(mlir::ModuleOp module, BoxingPlans &plans,
              llvm::function_ref<void(ReportedBoxing)> visit);

/// Returns the payload of a collective on each group in NCCL's convention: the
/// size in bytes of the buffer that bandwidth is computed from.
llvm::SmallVector<int64_t> getPayloads(const BoxingMove &move,
                                       const BoxingPlan &plan);
/// Returns the messages of both steps of a move, sorted by (from, to), with one
/// message per pair of ranks.
llvm::SmallVector<BoxingMessage> getMessagesOf(const BoxingMove &move,
                                               llvm::ArrayRef<int64_t> shape);

/// The predicted time of a step of an entry, in seconds.
struct PredictedStep {
  std::string entry;
  std::map<std::string, double> parts; ///< by name; their sum is the step
  std::map<std::string, double> links; ///< of boxings, by the kind of link
  double idle = 0; ///< of the ranks of a pipeline, and a part of the step
  double seconds = 0;
};

/// Returns the predictions that selection has attached to entries at level 1;
/// none without rates.
std::vector<PredictedStep> readPredictions(mlir::ModuleOp module);

/// Returns the figures that selection has attached to a module at level 1, by
/// name, such as "cost_seconds"; none where nothing was selected.
std::map<std::string, double> readSelection(mlir::ModuleOp module);

} // namespace sbp

#endif // SBP_LIB_DRIVER_REPORT_REPORTDATA_H
