// Ending.cpp: ends all processes after a loss or a failure
#include "Ending.h"
#include "Runner.h"
#include <cstdio>
#include <unistd.h>

using namespace sbp;
using namespace sbp::run;

/// The time that a process waits for the reports of others on the same stall.
static constexpr unsigned graceMicroseconds = 1500000;

void Ending::watch(double timeout) {
  if (ControlChannel *control = processes.getControl()) {
    control->limitSilence(timeout);
    control->listen(
        [this](uint32_t from, ExitCode code, const std::string &text) {
          hear(from, code, text);
        });
  }
}

/// "rank 3, process 3 (pid 71 on node3)".
std::string Ending::nameRanks(uint32_t process) const {
  std::string name = processes.getControl()->describe(process);
  if (!session)
    return name;
  std::string ranks;
  for (uint32_t rank = 0; rank < session->getPlan().ranks; ++rank)
    if (session->getWorld().processOf(rank) == process)
      ranks += textOf(ranks.empty() ? "rank " : ", ", rank);
  return ranks + ", " + name;
}

void Ending::end(ExitCode code, const std::string &reason) {
  while (ending.exchange(true)) // another thread was first, and ends us
    pause();
  removeTemporaryFiles();
  alarm(5); // whatever writing takes
  std::string record = session ? writeFlightRecord(*session, reason) : "";
  std::fprintf(stderr, "sbp-run: error: %s%s%s\n",
               code == ExitCode::Watchdog ? "watchdog: " : "", reason.c_str(),
               record.c_str());
  std::fflush(stderr);
  _exit(int(code)); // a stuck kernel cannot be asked to end
}

void Ending::endStalled(const std::string &report) {
  usleep(graceMicroseconds);
  std::string silence = processes.getControl()->describeSilence();
  std::lock_guard lock(mutex);
  end(ExitCode::Watchdog,
      textOf(report, silence.empty() ? "" : "; ", silence, elsewhere));
}

void Ending::stall(const std::string &report) {
  if (!processes.areSeveral())
    end(ExitCode::Watchdog, report);
  while (stalled.exchange(true))
    pause();
  processes.getControl()->tell(ExitCode::Watchdog, report);
  endStalled(report);
}

void Ending::fail(const Status &status) {
  if (!processes.areSeveral())
    return;
  failing = true;
  processes.getControl()->tell(status.code(), status.message());
  removeTemporaryFiles();
  if (!status.message().empty())
    std::fprintf(stderr, "sbp-run: error: %s\n", status.message().c_str());
  std::fflush(nullptr);
  _exit(int(status.code()));
}

void Ending::hear(uint32_t from, ExitCode code, const std::string &text) {
  std::string here = session ? session->describeRanks() : "while loading";
  if (code == ExitCode::Watchdog) {
    if (from != processes.getTransport()->getProcess()) {
      std::lock_guard lock(mutex);
      elsewhere += textOf("; ", nameRanks(from), " says: ", text);
    }
    // The listener's thread must stay free for further messages.
    if (!stalled.exchange(true)) {
      // All others wait: the rank that does not is the cause they report.
      if (here.find(" waits in ") == here.npos)
        processes.getControl()->tell(ExitCode::Watchdog, here);
      std::thread([this, here] { endStalled("here: " + here); }).detach();
    }
    return;
  }
  // Processes that were informed of the stall or of the failure here end one by
  // one, which is expected.
  if (stalled || failing)
    return;
  end(code == ExitCode::UserError ? code : ExitCode::RankLost,
      textOf(nameRanks(from), ": ", text, "; here: ", here));
}
