// Report.h: the report of a compilation
#ifndef SBP_LIB_DRIVER_REPORT_REPORT_H
#define SBP_LIB_DRIVER_REPORT_REPORT_H

#include "Report/PhaseCosts.h"
#include "Report/RankLists.h"
#include "Report/ReportData.h"
#include "Report/ReportPage.h"
#include "Report/SavedReport.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "sbp/Analysis/Boxing/BoxingPlans.h"
#include "sbp/Target/KernelLibrary.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/JSON.h"

namespace sbp {

/// Writes the report level by level, so that lists of the size of all messages
/// are never held in memory. The functions must be called in the order of the
/// levels.
class Report {
public:
  /// Writes to `os`, which outlives the report, as JSON or as an HTML page that
  /// displays it. `perRank` lists all ranks, not classes of them (RankLists).
  Report(llvm::raw_ostream &os, bool isPage, bool perRank);
  /// Closes the JSON where `finish` was not called; such a report is
  /// incomplete.
  ~Report();

  /// Adds boxings, collectives, what backward reads of forward, and the result
  /// of selection (none if `strict`) from a module at level 1. Fails, with the
  /// error emitted, where a boxing has no plan; the report is of no further use
  /// then.
  mlir::LogicalResult addDistributed(mlir::ModuleOp module, bool strict);
  /// Adds memory per rank, launches per class of ranks and the schedule from a
  /// module at level 3.
  void addTasks(mlir::ModuleOp module, const KernelLibrary &kernels);
  /// Adds the costs of the phases and completes the document. Errors of writing
  /// are those of the stream.
  void finish(const PhaseCosts &costs);

private:
  /// Closes the objects that are open, and adds the page's data.
  void end();
  void addBoxing(ReportedBoxing boxing);
  void addCollectives(ReportedBoxing boxing);
  void addCollective(ReportedBoxing boxing, const BoxingMove &move,
                     int64_t sequence);
  void addMessages(const BoxingPlan &plan, const BoxingMove &move);
  mlir::LogicalResult addGraphs(mlir::ModuleOp module, BoxingPlans &plans);
  void setPredictions(mlir::ModuleOp module);
  void setSelection(mlir::ModuleOp module, bool strict);

  std::unique_ptr<ReportPage> page; ///< null for JSON alone
  llvm::raw_ostream &os;
  llvm::json::OStream json;
  bool perRank, isFinished = false;
  std::optional<RankLists> lists; ///< set once the ranks are known
  /// Messages of an exchange, indexed by its first step: equal layers share it.
  struct Exchange {
    llvm::SmallVector<BoxingMessage> messages;
    llvm::json::Array classes;
  };
  llvm::DenseMap<const BoxingStep *, Exchange> exchanges;
  llvm::json::Array placements, entries; ///< for the page
  std::string model;
  SavedReport saved;
  llvm::json::Object selection;
  llvm::json::Array predictions; ///< step times; empty without rates
};

} // namespace sbp

#endif // SBP_LIB_DRIVER_REPORT_REPORT_H
