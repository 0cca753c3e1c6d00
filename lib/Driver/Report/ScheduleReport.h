// ScheduleReport.h: the schedule of a pipeline in the report
#ifndef SBP_LIB_DRIVER_REPORT_SCHEDULEREPORT_H
#define SBP_LIB_DRIVER_REPORT_SCHEDULEREPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/JSON.h"
#include <vector>

namespace sbp {

/// Writes the attribute `"schedule"` of the object that is open in `json` for
/// the first entry of a level-3 module that has a pipeline; nothing if there is
/// none.
void addSchedule(llvm::json::OStream &json, mlir::ModuleOp module);

/// Returns the ranks that work for a stage of an entry of a level-3 module,
/// ascending.
std::vector<int64_t> getRanksOfStage(mlir::ModuleOp module,
                                     llvm::StringRef entry, int64_t stage);

} // namespace sbp

#endif // SBP_LIB_DRIVER_REPORT_SCHEDULEREPORT_H
