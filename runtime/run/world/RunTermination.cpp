// RunTermination.cpp: reports losses and failures in all processes
#include "RunTermination.h"
#include <chrono>

using namespace sbp;
using namespace sbp::run;

/// The time that a process waits for the reports of others on the same stall.
static constexpr std::chrono::milliseconds kGrace(1500);

RunTermination::~RunTermination() {
  std::thread last;
  {
    std::lock_guard lock(mutex);
    isClosing = true;
    last.swap(waiting);
  }
  changed.notify_all();
  if (last.joinable())
    last.join();
}

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
  if (onFailure)
    onFailure(code, reason);
  if (session)
    session->abort(Status(code, reason));
}

void RunTermination::endStalled(const std::string &report) {
  std::unique_lock lock(mutex);
  if (changed.wait_for(lock, kGrace, [this] { return isClosing; }))
    return;
  std::string silence = processes.getControl()->describeSilence();
  std::string text =
      textOf(report, silence.empty() ? "" : "; ", silence, peerReports);
  lock.unlock();
  end(ExitCode::Watchdog, text);
  lock.lock();
  hasEnded = true;
  changed.notify_all();
}

void RunTermination::stall(const std::string &report) {
  if (!processes.isDistributed())
    return end(ExitCode::Watchdog, report);
  if (stalled.exchange(true)) { // the reports of others are awaited already
    std::unique_lock lock(mutex);
    changed.wait(lock, [this] { return hasEnded || isClosing; });
    return;
  }
  processes.getControl()->sendFailure(ExitCode::Watchdog, report);
  endStalled(report);
}

bool RunTermination::fail(const Status &status) {
  if (!processes.isDistributed())
    return false;
  failing = true;
  processes.getControl()->sendFailure(status.code(), status.message());
  return true;
}

void RunTermination::handlePeerFailure(uint32_t from, ExitCode code,
                                       const std::string &text) {
  std::string here =
      session ? session->getActivity().describeRanks() : "while loading";
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
      std::lock_guard lock(mutex);
      if (!isClosing)
        waiting = std::thread([this, here] { endStalled("here: " + here); });
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
