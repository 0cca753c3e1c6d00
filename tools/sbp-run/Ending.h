// Ending.h: how a run ends that does not end by itself
//
// A process that was lost or failed, and a step that does not move, end all
// processes: each reports the cause and the activity of its own ranks, writes
// its flight record, and exits with 3 (lost), 4 (watchdog), or 1 where one of
// them met what is its user's business (a full disk).
#ifndef SBP_TOOLS_SBP_RUN_ENDING_H
#define SBP_TOOLS_SBP_RUN_ENDING_H

#include "Processes.h"
#include "Session.h"
#include <atomic>
#include <mutex>

namespace sbp::run {

class Ending {
public:
  Ending(Processes &processes, const std::unique_ptr<Session> &session)
      : processes(processes), session(session) {}
  /// From here on news of other processes end this one.
  /// `timeout`: of the watchdog, in seconds.
  void watch(double timeout);
  /// The watchdog's report on this process; any thread. Does not return.
  [[noreturn]] void stall(const std::string &report);
  /// The run failed in this process. In a run of several it informs the others
  /// and ends: messages in flight still use memory of the session.
  void fail(const Status &status);

private:
  void hear(uint32_t from, ExitCode code, const std::string &text);
  std::string nameRanks(uint32_t process) const;
  [[noreturn]] void end(ExitCode code, const std::string &reason);
  [[noreturn]] void endStalled(const std::string &report);

  Processes &processes;
  const std::unique_ptr<Session> &session; ///< null while it is loaded
  std::atomic<bool> ending{false}, stalled{false}, failing{false};
  std::mutex mutex;
  std::string elsewhere; ///< what others report of the same stall
};

} // namespace sbp::run

#endif // SBP_TOOLS_SBP_RUN_ENDING_H
