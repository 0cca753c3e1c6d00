// HeldSignals.h: what ends a program waits while a file is made
#ifndef SBP_SUPPORT_HELDSIGNALS_H
#define SBP_SUPPORT_HELDSIGNALS_H

#include <csignal>

namespace sbp {

/// While this lives, this thread gets no signal that would end the program
/// between the making of a file and the word to remove it; they come after.
class HeldSignals {
public:
  HeldSignals() {
    sigset_t held;
    sigemptyset(&held);
    for (int signal : {SIGHUP, SIGINT, SIGTERM})
      sigaddset(&held, signal);
    pthread_sigmask(SIG_BLOCK, &held, &before);
  }
  ~HeldSignals() { pthread_sigmask(SIG_SETMASK, &before, nullptr); }
  HeldSignals(const HeldSignals &) = delete;

private:
  sigset_t before;
};

} // namespace sbp

#endif // SBP_SUPPORT_HELDSIGNALS_H
