// Errno.h - what a failed call of the system says
//
// strerror, and where a limit of the process is behind it, the limit and its
// value: "Too many open files; the limit (ulimit -n) is 16".
#ifndef SBP_RUNTIME_BASE_ERRNO_H
#define SBP_RUNTIME_BASE_ERRNO_H

#include "Status.h"
#include <cerrno>
#include <cstring>
#include <sys/resource.h>

namespace sbp {

/// "; the limit (ulimit -v) is 100 kB" where there is one.
inline std::string describeLimit(int resource, const char *flag,
                                 unsigned unit = 1, const char *name = "") {
  rlimit limit;
  if (getrlimit(static_cast<__rlimit_resource>(resource), &limit) != 0 ||
      limit.rlim_cur == RLIM_INFINITY)
    return "";
  return textOf("; the limit (ulimit ", flag, ") is ", limit.rlim_cur / unit,
                name);
}

inline std::string describeMemoryLimit() {
  return describeLimit(RLIMIT_AS, "-v", 1024, " kB");
}

/// `isThread`: of a call that starts a thread or a process, which EAGAIN means
/// one too many for.
inline std::string describeError(int error, bool isThread = false) {
  std::string text = std::strerror(error);
  if (error == EMFILE)
    return text + describeLimit(RLIMIT_NOFILE, "-n");
  if (error == ENOMEM)
    return text + describeMemoryLimit();
  if (error == EFBIG)
    return text + describeLimit(RLIMIT_FSIZE, "-f", 1024, " kB");
  if (error == EAGAIN && isThread) {
    std::string limits =
        describeLimit(RLIMIT_NPROC, "-u") + describeMemoryLimit();
    return text + (limits.empty() ? "; a limit of processes" : limits);
  }
  return text;
}

} // namespace sbp

#endif // SBP_RUNTIME_BASE_ERRNO_H
