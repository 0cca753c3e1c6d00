// RunTermination.h: detects that all processes of a run have to end
//
// A lost or failed process and a stalled step end the run in all processes.
// Each reports the cause and the activity of its own ranks with the code 3
// (lost), 4 (watchdog), or 1 after an error of the user (a full disk).
#ifndef SBP_RUNTIME_RUN_WORLD_RUNTERMINATION_H
#define SBP_RUNTIME_RUN_WORLD_RUNTERMINATION_H

#include "Processes.h"
#include "Session.h"
#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace sbp::run {

/// Reports in every process that the run has failed in one. Its arguments must
/// outlive it, and the control channel is finished before it ends.
class RunTermination {
public:
  /// Receives the code and the cause. Several threads may call it, each once. A
  /// program ends the process here, since messages in flight still use memory
  /// of the session; where it returns, the session is aborted.
  using FailureListener =
      std::function<void(ExitCode code, const std::string &reason)>;
  /// Watches nothing yet. `session` is null until it is created.
  RunTermination(Processes &processes, const std::unique_ptr<Session> &session,
                 FailureListener onFailure)
      : processes(processes), session(session),
        onFailure(std::move(onFailure)) {}
  /// Ends the thread that waits for reports of a stall.
  ~RunTermination();
  /// From now on a failure of another process is reported. `timeout` is that
  /// of the watchdog, in seconds (0: none). No effect in a run of one process.
  void watch(double timeout);
  /// Reports the watchdog's report on this process together with those of the
  /// others, and returns once the listener has. Any thread.
  void stall(const std::string &report);
  /// Informs the other processes of a failure here. Failures that they report
  /// from here on are ignored. Returns false in a run of one process.
  bool fail(const Status &status);

private:
  /// Reacts to a report of the control channel, in its thread.
  void handlePeerFailure(uint32_t from, ExitCode code, const std::string &text);
  /// Returns the ranks and the name of a process: "rank 3, process 3 (pid 71 on
  /// node3)".
  std::string nameRanks(uint32_t process) const;
  /// Calls the listener and aborts the session.
  void end(ExitCode code, const std::string &reason);
  /// Waits for reports of the others on the same stall and ends with code 4.
  /// Does nothing where the destructor comes first.
  void endStalled(const std::string &report);

  Processes &processes;
  const std::unique_ptr<Session> &session; ///< null while it is loaded
  FailureListener onFailure;
  std::atomic<bool> stalled{false}, failing{false};
  std::mutex mutex;
  std::condition_variable changed; ///< of the two below
  bool isClosing = false;          ///< the destructor runs
  bool hasEnded = false;           ///< the report of the stall is complete
  std::string peerReports;         ///< of the same stall
  std::thread waiting;             ///< for these reports
};

} // namespace sbp::run

#endif // SBP_RUNTIME_RUN_WORLD_RUNTERMINATION_H
