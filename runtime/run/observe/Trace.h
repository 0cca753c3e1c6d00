// Trace.h: a timeline of all ranks in the format of Chrome's trace viewer
#ifndef SBP_RUNTIME_RUN_OBSERVE_TRACE_H
#define SBP_RUNTIME_RUN_OBSERVE_TRACE_H

#include "PartsFile.h"
#include "Processes.h"
#include "Session.h"
#include "Tensor.h"
#include <memory>
#include <string>
#include <vector>

namespace sbp::run {

/// Writes the Chrome trace of recorded events, which has one list per rank. One
/// process adds the file to `files` and returns null; several write one file
/// together and return it, closed, which the first process is to rename.
Result<std::unique_ptr<PartsFile>>
writeTrace(const std::string &path, const Session &session, uint32_t entry,
           const std::vector<std::vector<TraceEvent>> &events,
           Processes &processes, OutputFiles &files);

} // namespace sbp::run

#endif // SBP_RUNTIME_RUN_OBSERVE_TRACE_H
