// Processes.h: the processes that run one artifact together
//
// One process is a world of its own: nothing here then does anything. Several
// exchange values by a transport and news by the control channel. Calls are
// made by all of them in the same order.
#ifndef SBP_TOOLS_SBP_RUN_PROCESSES_H
#define SBP_TOOLS_SBP_RUN_PROCESSES_H

#include "ControlChannel.h"
#include "Launch.h"
#include "Transport.h"
#include <memory>

namespace sbp::run {

/// Where the transport's library is, and what MPI is behind it; an error says
/// where it was looked for.
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
  bool areSeveral() const { return transport != nullptr; }
  bool isFirst() const { return !transport || transport->getProcess() == 0; }

  /// What all of them say, by process.
  Status gather(const std::string &mine, std::vector<std::string> &all);
  /// What the clock of this process (readClock) is ahead of the first one's.
  Status measureClock(int64_t &offset);
  /// What the first process's part came to is the outcome of all; it alone says
  /// why.
  Status followFirst(Status first);
  /// The same outcome everywhere: one that failed fails all. What several say
  /// alike is said once.
  Status agree(Status mine);
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
