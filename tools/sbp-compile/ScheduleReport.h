// ScheduleReport.h: the schedule of a pipeline in the report
#ifndef SBP_TOOLS_SBP_COMPILE_SCHEDULEREPORT_H
#define SBP_TOOLS_SBP_COMPILE_SCHEDULEREPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/JSON.h"

namespace sbp {

/// Writes the attribute `"schedule"` of the object that is open in `json` for
/// the first entry of a level-3 module that has a pipeline; nothing if there is
/// none.
void addSchedule(llvm::json::OStream &json, mlir::ModuleOp module);

} // namespace sbp

#endif // SBP_TOOLS_SBP_COMPILE_SCHEDULEREPORT_H
