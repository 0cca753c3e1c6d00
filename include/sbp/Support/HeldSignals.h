// HeldSignals.h: a scope in which terminating signals are blocked
#ifndef SBP_SUPPORT_HELDSIGNALS_H
#define SBP_SUPPORT_HELDSIGNALS_H

#include <csignal>

namespace sbp {

/// Blocks SIGHUP, SIGINT and SIGTERM for the calling thread while the object
/// lives. A temporary file is created and registered for removal within such a
/// scope, so that no signal can end the program between the two. Pending
/// signals are delivered when the scope ends.
class HeldSignals {
public:
  /// Stores the signal mask of the thread and blocks the three signals.
  HeldSignals() {
    sigset_t held;
    sigemptyset(&held);
    for (int signal : {SIGHUP, SIGINT, SIGTERM})
      sigaddset(&held, signal);
    pthread_sigmask(SIG_BLOCK, &held, &before);
  }
  /// Restores the stored mask. Must run in the thread of the constructor;
  /// scopes of one thread nest.
  ~HeldSignals() { pthread_sigmask(SIG_SETMASK, &before, nullptr); }
  HeldSignals(const HeldSignals &) = delete;

private:
  sigset_t before;
};

} // namespace sbp

#endif // SBP_SUPPORT_HELDSIGNALS_H
