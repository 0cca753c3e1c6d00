// PlanBoxing.h: plans boxings given on the command line
#ifndef SBP_TOOLS_SBP_OPT_PLANBOXING_H
#define SBP_TOOLS_SBP_OPT_PLANBOXING_H

#include "mlir/IR/DialectRegistry.h"
#include <optional>
#include <string>
#include <vector>

namespace sbp {

/// Implements `--sbp-plan-boxing=REQUEST`: prints the plan of every request
/// among `arguments`, which begin with the program's name. Returns the exit
/// code, 1 after an error in any request, which is printed, or nullopt without
/// that flag. The last file among the arguments is read for its placements;
/// other flags are ignored.
std::optional<int>
planRequestedBoxings(const std::vector<std::string> &arguments,
                     const mlir::DialectRegistry &registry);

} // namespace sbp

#endif // SBP_TOOLS_SBP_OPT_PLANBOXING_H
