// Admission.h: recognition of the run's own connections to the control port
//
// Any process that reaches the port may connect. One of the run sends a hello:
// the secret of the run, and its number. All connections are read at once, so
// one that sends nothing, too little or something else delays no other.
#ifndef SBP_RUNTIME_RUN_CONTROL_ADMISSION_H
#define SBP_RUNTIME_RUN_CONTROL_ADMISSION_H

#include "Status.h"
#include <cstdint>
#include <string>
#include <vector>

namespace sbp::run {

/// Returns the hello of a process. All hellos of a run have the same size.
std::string makeHello(const std::string &secret, uint32_t process);

/// A connection that belongs to the run. The caller closes its socket.
struct Admitted {
  uint32_t process;
  int socket;
};

/// Accepts connections to `listener`, a listening socket of the caller that it
/// makes non-blocking, until all processes of `names` but the first have sent
/// their hello, and appends them to `admitted`. Closes every other connection.
/// A user error with the missing `names` when `seconds` have passed before, or
/// where the system refuses a call; `admitted` keeps those that came.
Status admitPeers(int listener, const std::string &secret,
                  const std::vector<std::string> &names, double seconds,
                  std::vector<Admitted> &admitted);

} // namespace sbp::run

#endif // SBP_RUNTIME_RUN_CONTROL_ADMISSION_H
