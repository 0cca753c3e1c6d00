// HostName.h: the name of this host
#ifndef SBP_RUNTIME_RUN_LAUNCH_HOSTNAME_H
#define SBP_RUNTIME_RUN_LAUNCH_HOSTNAME_H

#include <string>
#include <unistd.h>

namespace sbp::run {

/// Returns the name of this host; empty where the system has none.
inline std::string getHostName() {
  char name[256] = "";
  gethostname(name, sizeof(name) - 1);
  return name;
}

} // namespace sbp::run

#endif // SBP_RUNTIME_RUN_LAUNCH_HOSTNAME_H
