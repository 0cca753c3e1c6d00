// RunTermination.cpp: ends all processes after a loss or a failure
#include "RunTermination.h"
#include "Runner.h"
#include <cstdio>
#include <unistd.h>

using namespace sbp;
using namespace sbp::run;

/// The time that a process waits for the reports of others on the same stall.
static constexpr unsigned kGraceMicroseconds = 1500000;

void RunTermination::watch(double timeout) {
  if (ControlChannel *control = processes.getControl()) {
    control->limitSilence(timeout);
    control->listen(
        [this](uint32_t from, ExitCode code, const std::string &text) {
          handlePeerFailure(from, code, text);
        });
  }
}

/// "rank 3, process 3 (pid 71 on node3)".
std::string RunTermination::nameRanks(uint32_t process) const {
  std::string name = processes.getControl()->describe(process);
  if (!session)
    return name;
  std::string ranks;
  for (uint32_t rank = 0; rank < session->getPlan().ranks; ++rank)
    if (session->getWorld().processOf(rank) == process)
      ranks += textOf(ranks.empty() ? "rank " : ", ", rank);
  return ranks + ", " + name;
}

void RunTermination::end(ExitCode code, const std::string &reason) {
  while (isEnding.exchange(true)) // another thread was first, and ends us
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

void RunTermination::endStalled(const std::string &report) {
  usleep(kGraceMicroseconds);
  std::string silence = processes.getControl()->describeSilence();
  std::lock_guard lock(mutex);
  end(ExitCode::Watchdog,
      textOf(report, silence.empty() ? "" : "; ", silence, peerReports));
}

void RunTermination::stall(const std::string &report) {
  if (!processes.isDistributed())
    end(ExitCode::Watchdog, report);
  while (stalled.exchange(true))
    pause();
  processes.getControl()->sendFailure(ExitCode::Watchdog, report);
  endStalled(report);
}

void RunTermination::fail(const Status &status) {
  if (!processes.isDistributed())
    return;
  failing = true;
  processes.getControl()->sendFailure(status.code(), status.message());
  removeTemporaryFiles();
  if (!status.message().empty())
    std::fprintf(stderr, "sbp-run: error: %s\n", status.message().c_str());
  std::fflush(nullptr);
  _exit(int(status.code()));
}

void RunTermination::handlePeerFailure(uint32_t from, ExitCode code,
                                       const std::string &text) {
  std::string here = session ? session->describeRanks() : "while loading";
  if (code == ExitCode::Watchdog) {
    if (from != processes.getTransport()->getProcess()) {
      std::lock_guard lock(mutex);
      peerReports += textOf("; ", nameRanks(from), " reports: ", text);
    }
    // The listener's thread must stay free for further messages.
    if (!stalled.exchange(true)) {
      // All others wait: the rank that does not is the cause they report.
      if (here.find(" waits in ") == here.npos)
        processes.getControl()->sendFailure(ExitCode::Watchdog, here);
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
