// Errno.h: descriptions of failed system calls
//
// A description is the text of strerror. Where a limit of the process caused
// the failure, the limit and its value follow: "Too many open files; the limit
// (ulimit -n) is 16".
#ifndef SBP_RUNTIME_BASE_ERRNO_H
#define SBP_RUNTIME_BASE_ERRNO_H

#include "Status.h"
#include <cerrno>
#include <cstring>
#include <sys/resource.h>

namespace sbp {

/// Returns "; the limit (ulimit -v) is 100 kB" for the soft limit on `resource`
/// (RLIMIT_*): `flag` is that of ulimit, the number is the limit divided by
/// `unit`, and `name` follows it. Empty where the resource is unlimited or the
/// limit cannot be read.
inline std::string describeLimit(int resource, const char *flag,
                                 unsigned unit = 1, const char *name = "") {
  rlimit limit;
  if (getrlimit(static_cast<__rlimit_resource>(resource), &limit) != 0 ||
      limit.rlim_cur == RLIM_INFINITY)
    return "";
  return textOf("; the limit (ulimit ", flag, ") is ", limit.rlim_cur / unit,
                name);
}

/// Returns "; the limit (ulimit -v) is N kB" for the size of the address space.
/// Empty where there is no limit.
inline std::string describeMemoryLimit() {
  return describeLimit(RLIMIT_AS, "-v", 1024, " kB");
}

/// Returns the text of an errno value and the limit that may explain it.
/// `isThread` is true for calls that start a thread or a process: EAGAIN then
/// means that too many of them run.
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
