// Report.h: what
#ifndef SBP_TOOLS_SBP_COMPILE_REPORT_H
#define SBP_TOOLS_SBP_COMPILE_REPORT_H

#include "PhaseCosts.h"
#include "RankLists.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "sbp/Analysis/Boxing/BoxingPlans.h"
#include "sbp/Target/KernelLibrary.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/JSON.h"

namespace sbp {

/// "@p:[S(0), B]".
std::string getDistributionText(DistributionAttr distribution);

/// Writes, level by level, what the report says (DESIGN section 9): nothing of
/// the size of the list of messages is ever held. The calls come in the order
/// of the levels.
class Report {
public:
  /// To `os`, as JSON or as a page that shows it.
  Report(llvm::raw_ostream &os, bool isPage, bool perRank);
  ~Report();

  /// Boxings, collectives and the outcome of selection.
  mlir::LogicalResult addDistributed(mlir::ModuleOp module, bool strict);
  /// Memory per rank, launches per class of ranks.
  void addTasks(mlir::ModuleOp module, const KernelLibrary &kernels);
  void finish(const PhaseCosts &costs);

private:
  void end();
  mlir::LogicalResult addBoxings(mlir::ModuleOp module, BoxingPlans &plans);
  mlir::LogicalResult addCollectives(mlir::ModuleOp module, BoxingPlans &plans);
  void addCollective(mlir::func::FuncOp entry, BoxingOp op,
                     const BoxingPlan &plan, const BoxingMove &move,
                     int64_t sequence);
  void addMessages(const BoxingPlan &plan, const BoxingMove &move);
  mlir::LogicalResult addGraphs(mlir::ModuleOp module, BoxingPlans &plans);
  void setPredictions(mlir::ModuleOp module);
  void setSelection(mlir::ModuleOp module, bool strict);

  std::unique_ptr<llvm::raw_ostream> escaped; ///< into the page's script
  llvm::raw_ostream &os;
  llvm::json::OStream json;
  bool isPage, perRank, isFinished = false;
  std::optional<RankLists> lists; ///< once the ranks are known
  /// Of an exchange, by its first step: equal layers exchange alike.
  struct Exchange {
    llvm::SmallVector<BoxingMessage> messages;
    llvm::json::Array classes;
  };
  llvm::DenseMap<const BoxingStep *, Exchange> exchanges;
  llvm::json::Array placements, entries; ///< of the page
  std::string model;
  llvm::json::Object selection;
  llvm::json::Array predictions; ///< of steps, where there are rates
};

} // namespace sbp

#endif // SBP_TOOLS_SBP_COMPILE_REPORT_H
