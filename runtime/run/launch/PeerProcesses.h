// PeerProcesses.h: the processes of a run on this host, as /proc shows them
//
// Until processes are connected none detects that another has ended: MPI waits
// for it. Their launcher has a child for each, so one that is gone is missing
// there. Unknown or invisible launchers are not reported.
#ifndef SBP_RUNTIME_RUN_LAUNCH_PEERPROCESSES_H
#define SBP_RUNTIME_RUN_LAUNCH_PEERPROCESSES_H

#include "Launch.h"
#include <condition_variable>
#include <functional>
#include <mutex>
#include <set>
#include <thread>

namespace sbp::run {

/// Sets `processes` to the numbers in the run of the launcher's children that
/// are alive and returns true; returns false, and leaves `processes` as it is,
/// where the launcher cannot be seen.
bool findPeerProcesses(const Launch &launch, std::set<int64_t> &processes);

/// While it lives, a process of this host that is gone is reported.
class PeerWatch {
public:
  /// Receives the cause, once; the watch's thread calls it.
  using LossListener = std::function<void(const std::string &)>;
  /// Starts the thread that polls, four times a second. Where this host has one
  /// process or an unknown number, or without a thread, nothing is watched.
  /// `launch` outlives this object.
  PeerWatch(const Launch &launch, LossListener onLoss);
  /// Joins the thread.
  ~PeerWatch();
  PeerWatch(const PeerWatch &) = delete;

private:
  /// Polls until the destructor stops it or a process is missing twice.
  void run();

  const Launch &launch;
  LossListener onLoss;
  std::mutex mutex;
  std::condition_variable wakeUp;
  bool stopping = false;
  std::thread thread;
};

} // namespace sbp::run

#endif // SBP_RUNTIME_RUN_LAUNCH_PEERPROCESSES_H
