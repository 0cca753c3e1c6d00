// RunTermination.h: ends all processes of a run after a failure
//
// A lost or failed process and a stalled step end all processes. Each reports
// the cause and the activity of its own ranks, writes its flight record, and
// exits with 3 (lost), 4 (watchdog), or 1 after an error of the user (a full
// disk).
#ifndef SBP_TOOLS_SBP_RUN_RUNTERMINATION_H
#define SBP_TOOLS_SBP_RUN_RUNTERMINATION_H

#include "Processes.h"
#include "Session.h"
#include <atomic>
#include <mutex>

namespace sbp::run {

/// Ends this process when the run fails anywhere. Its arguments must outlive
/// it.
class RunTermination {
public:
  /// Watches nothing yet. `session` is null until it is created.
  RunTermination(Processes &processes, const std::unique_ptr<Session> &session)
      : processes(processes), session(session) {}
  /// From now on a failure of another process ends this one. `timeout` is that
  /// of the watchdog, in seconds (0: none). No effect in a run of one process.
  void watch(double timeout);
  /// Ends the run with the watchdog's report on this process. Any thread.
  [[noreturn]] void stall(const std::string &report);
  /// Informs the other processes of a failure here and exits, since messages in
  /// flight still use memory of the session. Returns in a run of one process.
  void fail(const Status &status);

private:
  /// Reacts to a report of the control channel, in its thread.
  void handlePeerFailure(uint32_t from, ExitCode code, const std::string &text);
  /// Returns the ranks and the name of a process: "rank 3, process 3 (pid 71 on
  /// node3)".
  std::string nameRanks(uint32_t process) const;
  /// Writes the flight record, prints `reason` and exits. The first thread
  /// does; others wait for the end.
  [[noreturn]] void end(ExitCode code, const std::string &reason);
  /// Waits for reports of the others on the same stall and exits with code 4.
  [[noreturn]] void endStalled(const std::string &report);

  Processes &processes;
  const std::unique_ptr<Session> &session; ///< null while it is loaded
  std::atomic<bool> isEnding{false}, stalled{false}, failing{false};
  std::mutex mutex;
  std::string peerReports; ///< what others report of the same stall
};

} // namespace sbp::run

#endif // SBP_TOOLS_SBP_RUN_RUNTERMINATION_H
