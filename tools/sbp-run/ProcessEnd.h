// ProcessEnd.h: the end of a process that cannot go on
//
// A process whose kernels, messages or launcher are stuck cannot unwind, so it
// prints the cause and exits.
#ifndef SBP_TOOLS_SBP_RUN_PROCESSEND_H
#define SBP_TOOLS_SBP_RUN_PROCESSEND_H

#include "Processes.h"
#include "Session.h"

namespace sbp::run {

/// Returns events that print errors, and end the process with code 3 where
/// another is lost before it was connected.
ProcessEvents makeProcessEvents();

/// Opens the processes (Processes::open). Where the others have not come after
/// `timeout` seconds (0: no limit), the process ends with code 4.
Status openProcesses(Processes &processes, const Launch &launch,
                     double timeout);
/// Ends a run that went well, and MPI with it. Where MPI takes more than 8
/// seconds to end, the process exits with code 0.
Status closeProcesses(Processes &processes);

/// Removes temporary files, writes the flight record, prints `reason` and exits
/// with `code`. The first thread does; others wait for the end. `session` is
/// null before it is created.
[[noreturn]] void endRun(const Session *session, ExitCode code,
                         const std::string &reason);
/// Prints the failure of a run of several processes, of which the others have
/// been informed, and exits with its code.
[[noreturn]] void endFailed(const Status &status);

} // namespace sbp::run

#endif // SBP_TOOLS_SBP_RUN_PROCESSEND_H
