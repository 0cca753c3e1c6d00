// OwnFolder.h: the folder of the running program
#ifndef SBP_RUNTIME_RUN_LAUNCH_OWNFOLDER_H
#define SBP_RUNTIME_RUN_LAUNCH_OWNFOLDER_H

#include <climits>
#include <string>
#include <unistd.h>

namespace sbp::run {

/// Returns the directory of this program with a trailing slash; empty where
/// /proc is missing.
inline std::string getOwnDirectory() {
  char path[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", path, sizeof(path));
  std::string text(path, length > 0 ? length : 0);
  return text.substr(0, text.rfind('/') + 1);
}

} // namespace sbp::run

#endif // SBP_RUNTIME_RUN_LAUNCH_OWNFOLDER_H
