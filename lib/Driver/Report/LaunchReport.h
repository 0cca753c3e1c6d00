// LaunchReport.h: the kernel launches of a step in the report
#ifndef SBP_LIB_DRIVER_REPORT_LAUNCHREPORT_H
#define SBP_LIB_DRIVER_REPORT_LAUNCHREPORT_H

#include "Report/Report.h"
#include <vector>

namespace sbp {

/// Returns the kernel launches of a graph per step by generator and schedule,
/// and the choices among several candidates, once for each class of shapes; an
/// object for each architecture that has code. Returns nothing for a graph
/// whose kernels count no launches, as on the host.
std::vector<llvm::json::Object> describeLaunches(task::GraphOp graph,
                                                 const KernelLibrary &kernels);

} // namespace sbp

#endif // SBP_LIB_DRIVER_REPORT_LAUNCHREPORT_H
