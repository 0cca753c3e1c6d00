// Processes.h: the processes that run one artifact together
//
// One process is a world of its own: nothing here then does anything. Several
// exchange values by a transport and news by the control channel. Calls are
// made by all of them in the same order.
#ifndef SBP_TOOLS_SBP_RUN_PROCESSES_H
#define SBP_TOOLS_SBP_RUN_PROCESSES_H

#include "ControlChannel.h"
#include "Launch.h"
#include "Result.h"
#include "Transport.h"
#include <memory>

namespace sbp::run {

/// Finds the library of the transport and the version of its MPI. An error
/// lists the paths that were searched.
Status findTransport(std::string &path, std::string &version);

class Processes {
public:
  /// Connects to the others where there are any; they have `timeout` seconds to
  /// come (0: for ever).
  Status open(const Launch &launch, double timeout);

  /// Those of one host exchange values through memory, where they can; after
  /// `open`, by all of them.
  Status share();

  Transport *getTransport() { return transport; }
  ControlChannel *getControl() { return control.get(); }
  bool isDistributed() const { return transport != nullptr; }
  bool isFirst() const { return !transport || transport->getProcess() == 0; }

  /// Gathers one text of every process, indexed by process.
  Status gather(const std::string &mine, std::vector<std::string> &all);
  /// Measures how far this process's clock (readClock) is ahead of the first's.
  Result<int64_t> measureClock();
  /// Returns the outcome of the first process in all of them; only the first
  /// prints the cause.
  Status adoptFirstStatus(Status first);
  /// Returns the same outcome everywhere: one failure fails all. Equal errors
  /// of several processes are printed once.
  Status allReduceStatus(Status mine);
  /// Ends the run if processes have different `text`; `what` it is.
  Status compare(const std::string &what, const std::string &text);
  /// The end of a run that went well.
  Status close();

private:
  Status connect(const Launch &launch);

  Transport *transport = nullptr; ///< lives as long as the process
  std::unique_ptr<ControlChannel> control;
};

} // namespace sbp::run

#endif // SBP_TOOLS_SBP_RUN_PROCESSES_H
