// Processes.h: the processes that run one artifact together
//
// One process is a world of its own: nothing here then does anything. Several
// exchange values by a transport and news by the control channel. Calls are
// made by all of them in the same order, from their main threads.
#ifndef SBP_TOOLS_SBP_RUN_PROCESSES_H
#define SBP_TOOLS_SBP_RUN_PROCESSES_H

#include "ControlChannel.h"
#include "Launch.h"
#include "Result.h"
#include "Transport.h"
#include <memory>

namespace sbp::run {

/// Loads the library of the transport: that of $SBP_MPI_LIBRARY, else the first
/// beside this program or on the loader's path. Sets `path` to the name by
/// which it was loaded and `version` to the text of its MPI version (unchanged
/// if unknown). A user error lists why no name could be loaded, or names a
/// library of another version of this runner, to which `path` is set as well.
Status findTransport(std::string &path, std::string &version);

/// The connections of this process with the others. A failure of gather is one
/// of the transport, which all functions below return.
class Processes {
public:
  /// Connects to the others where there are any; they have `timeout` seconds to
  /// come (0: for ever), and end this process with code 4 or 3 where they do
  /// not. A user error without MPI or memory for it, where its numbers are not
  /// the launcher's, or where the control channel cannot be opened.
  Status open(const Launch &launch, double timeout);

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
  /// arguments are ignored. The first prints the cause, and the failure that is
  /// returned has an empty message; in a run of one process it is `first`. A
  /// failure finishes the control channel in every process.
  Status adoptFirstStatus(Status first);
  /// Returns the same exit code everywhere: one failure fails all, and the
  /// least code of several counts. A process prints its cause, unless the first
  /// that failed has the same; one that did not fail prints the first's. The
  /// failure that is returned has an empty message; in a run of one process it
  /// is `mine`. A failure ends the control channel, like adoptFirstStatus.
  Status allReduceStatus(Status mine);
  /// Fails in all processes, like allReduceStatus, if one has another `text`
  /// than the first. `what` names the texts in the error.
  Status compare(const std::string &what, const std::string &text);
  /// Ends a run that went well, and MPI with it. Where that takes more than 8
  /// seconds the process exits with code 0.
  Status close();

private:
  /// Opens the transport and the control channel.
  Status connect(const Launch &launch);

  Transport *transport = nullptr; ///< lives as long as the process
  std::unique_ptr<ControlChannel> control;
};

} // namespace sbp::run

#endif // SBP_TOOLS_SBP_RUN_PROCESSES_H
