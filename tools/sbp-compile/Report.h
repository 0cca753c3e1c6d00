//===- Report.h - what --report=FILE.json says ----------------------------===//
#ifndef SBP_TOOLS_SBP_COMPILE_REPORT_H
#define SBP_TOOLS_SBP_COMPILE_REPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "sbp/Analysis/Boxing/BoxingPlans.h"
#include "sbp/Pipelines/Pipelines.h"
#include "llvm/Support/JSON.h"

namespace sbp {

/// Collects, level by level, what the report says (DESIGN section 9).
class Report {
public:
  Report(bool perRank, bool hasPage) : perRank(perRank), hasPage(hasPage) {}

  void addSeconds(llvm::StringRef phase, double seconds) {
    seconds_[phase] = seconds;
  }
  /// Boxings, collectives and the outcome of selection.
  mlir::LogicalResult addDistributed(mlir::ModuleOp module, bool strict);
  /// Memory per rank.
  void addTasks(mlir::ModuleOp module);
  std::string toJson() const;
  std::string toHtml() const;

private:
  mlir::LogicalResult addGraphs(mlir::ModuleOp module, BoxingPlans &plans);
  llvm::json::Object toObject() const;
  llvm::json::Value toList(llvm::ArrayRef<int64_t> perRank) const;

  bool perRank;
  bool hasPage; ///< toHtml will be asked for
  int64_t ranks = 1;
  llvm::json::Object seconds_;
  llvm::json::Array boxings, collectives, memory;
  llvm::json::Array placements, entries; ///< of the page
  std::string model;
  llvm::json::Object selection;
};

} // namespace sbp

#endif // SBP_TOOLS_SBP_COMPILE_REPORT_H
