// Processes.h: the processes that run one artifact together
//
// One process is a world of its own: nothing here then does anything. Several
// exchange values by a transport and news by the control channel. Calls are
// made by all of them in the same order, from their main threads.
#ifndef SBP_RUNTIME_RUN_WORLD_PROCESSES_H
#define SBP_RUNTIME_RUN_WORLD_PROCESSES_H

#include "ControlChannel.h"
#include "Launch.h"
#include "Result.h"
#include "Transport.h"
#include <functional>
#include <memory>

namespace sbp::run {

/// Loads the library of the transport: that of $SBP_MPI_LIBRARY, else the first
/// next to this program or on the loader's path. Sets `path` to the name by
/// which it was loaded and `version` to the text of its MPI version (unchanged
/// if unknown). A user error lists why no name could be loaded, or names a
/// library of another version of this runner, to which `path` is set as well.
Status findTransport(std::string &path, std::string &version);

/// The reactions of a program to events of its processes. An unset one does
/// nothing.
struct ProcessEvents {
  /// Receives an error that this process prints; the failure that a function
  /// returns then has no message. The main thread calls it.
  std::function<void(const std::string &)> onError;
  /// Receives the cause where a process of this host ends while `open` waits
  /// for it. A thread of its own calls it, once; `open` goes on to wait.
  std::function<void(const std::string &)> onLoss;
};

/// The connections of this process with the others. A failure of gather is one
/// of the transport, which all functions below return.
class Processes {
public:
  /// Makes a world of one process.
  explicit Processes(ProcessEvents events = {}) : events(std::move(events)) {}

  /// Connects to the others where there are any, and waits for them without a
  /// limit. A user error without MPI or memory for it, where its numbers are
  /// not the launcher's, or where the control channel cannot be opened.
  Status open(const Launch &launch);
  /// Connects to the others by a transport that outlives this object, and opens
  /// the control channel. Fails where that does.
  Status connect(Transport &transport);

  /// Lets processes of one host exchange values through memory, where they can.
  /// Called after `open`; earlier results of getTransport remain valid.
  Status share();

  /// Return the transport and the control channel; null for one process.
  Transport *getTransport() { return transport; }
  ControlChannel *getControl() { return control.get(); }
  bool isDistributed() const { return transport != nullptr; }
  bool isFirst() const { return !transport || transport->getProcess() == 0; }

  /// Gathers one text of every process, indexed by process.
  Status gather(const std::string &mine, std::vector<std::string> &all);
  /// Returns how far this process's clock (readClock) is ahead of the first's,
  /// in nanoseconds; 0 where all share a host.
  Result<int64_t> measureClock();
  /// Returns the outcome of the first process in all of them; the others'
  /// arguments are ignored. The first passes the cause to onError, and the
  /// failure that is returned has an empty message; in a run of one process it
  /// is `first`. A failure finishes the control channel in every process.
  Status adoptFirstStatus(Status first);
  /// Returns the same exit code everywhere: one failure fails all, and the
  /// least code of several counts. A process passes its cause to onError,
  /// unless the first that failed has the same; one that did not fail passes
  /// the first's. The failure that is returned has an empty message; in a run
  /// of one process it is `mine`. A failure ends the control channel, like
  /// adoptFirstStatus.
  Status allReduceStatus(Status mine);
  /// Fails in all processes, like allReduceStatus, if one has another `text`
  /// than the first. `what` names the texts in the error.
  Status compare(const std::string &what, const std::string &text);
  /// Ends a run that went well: from here on no process is reported as lost.
  /// Fails where another process does.
  Status finish();
  /// Ends MPI, after `finish`. It waits for all processes without a limit.
  Status close();

private:
  /// Opens the transport of a launch and the control channel.
  Status connect(const Launch &launch);

  ProcessEvents events;
  Transport *transport = nullptr; ///< lives as long as the process
  std::unique_ptr<ControlChannel> control;
};

} // namespace sbp::run

#endif // SBP_RUNTIME_RUN_WORLD_PROCESSES_H
