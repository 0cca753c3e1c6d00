// PrintSchedule.h: schedules of pipelines given on the command line
#ifndef SBP_TOOLS_SBP_OPT_PRINTSCHEDULE_H
#define SBP_TOOLS_SBP_OPT_PRINTSCHEDULE_H

#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>

namespace sbp {

/// Implements `--sbp-print-schedule="schedule=1f1b ranks=4 ..."`: prints one
/// line of JSON per request among `arguments`, which begin with the program's
/// name. Returns the exit code, 1 after an error that was printed (other
/// arguments are one), or nullopt without that flag.
std::optional<int> printSchedules(llvm::ArrayRef<std::string> arguments);

} // namespace sbp

#endif // SBP_TOOLS_SBP_OPT_PRINTSCHEDULE_H
