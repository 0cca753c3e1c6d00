// CommonFile.h: files that all processes of a run write parts of
#ifndef SBP_RUNTIME_RUN_FETCH_COMMONFILE_H
#define SBP_RUNTIME_RUN_FETCH_COMMONFILE_H

#include "PartsFile.h"
#include "Processes.h"
#include <memory>
#include <string>

namespace sbp::run {

/// Sets a token that is new in every run and equal in all processes, as part of
/// temporary names: files of a run that was killed are not mistaken for ours.
/// Collective; fails where `Processes::gather` does.
Status chooseToken(Processes &processes, std::string &token);

/// Opens a file of `bytes` bytes that all processes write parts of: the first
/// one creates it with its room, then the others open it. Fails in all
/// processes where one of them fails.
Result<std::unique_ptr<PartsFile>>
openTogether(const std::string &path, uint64_t bytes, Processes &processes);

} // namespace sbp::run

#endif // SBP_RUNTIME_RUN_FETCH_COMMONFILE_H
