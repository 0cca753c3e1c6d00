// LaunchReport.h: the kernel launches of a step in the report
#ifndef SBP_TOOLS_SBP_COMPILE_LAUNCHREPORT_H
#define SBP_TOOLS_SBP_COMPILE_LAUNCHREPORT_H

#include "Report.h"
#include <optional>

namespace sbp {

/// Returns the kernel launches of a graph per step by generator and schedule,
/// and the choices among several candidates, once for each class of shapes.
/// Returns nullopt for a graph whose kernels count no launches, as on the host.
std::optional<llvm::json::Object>
describeLaunches(task::GraphOp graph, const KernelLibrary &kernels);

} // namespace sbp

#endif // SBP_TOOLS_SBP_COMPILE_LAUNCHREPORT_H
