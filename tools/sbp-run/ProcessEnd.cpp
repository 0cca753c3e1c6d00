// ProcessEnd.cpp: prints the cause and exits, with limits on what may hang
#include "ProcessEnd.h"
#include "FlightRecord.h"
#include "Runner.h"
#include "Tensor.h"
#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <unistd.h>

using namespace sbp;
using namespace sbp::run;

/// Limit in seconds on the end of MPI after a successful run.
static constexpr unsigned kClosingSeconds = 8;

void run::printError(const std::string &message) {
  std::fprintf(stderr, "sbp-run: error: %s\n", message.c_str());
  std::fflush(stderr);
}

void run::printNote(const std::string &note) {
  std::fprintf(stderr, "sbp-run: note: %s\n", note.c_str());
}

ProcessEvents run::makeProcessEvents() {
  ProcessEvents events;
  events.onError = printError;
  events.onLoss = [](const std::string &cause) {
    printError(cause);
    _exit(int(ExitCode::RankLost));
  };
  return events;
}

/// The control channel does not exist yet, so nothing detects a lost process.
static void endAlone(int) {
  static const char text[] =
      "sbp-run: error: watchdog: the other processes did not connect within "
      "--timeout; one of them may have ended before MPI connected them\n";
  (void)!write(STDERR_FILENO, text, sizeof(text) - 1);
  _exit(int(ExitCode::Watchdog));
}

Status run::openProcesses(Processes &processes, const Launch &launch,
                          double timeout) {
  if (launch.size == 1)
    return {};
  std::signal(SIGALRM, endAlone);
  alarm(std::ceil(std::min(timeout, 1e6)));
  Status status = processes.open(launch);
  alarm(0);
  std::signal(SIGALRM, SIG_DFL);
  return status;
}

Status run::closeProcesses(Processes &processes) {
  if (!processes.isDistributed())
    return {};
  SBP_RETURN_IF_FAILED(processes.finish());
  // The end of the library waits for all, and losses are no longer detected.
  std::fflush(stdout);
  std::signal(SIGALRM, [](int) { _exit(0); });
  alarm(kClosingSeconds);
  Status status = processes.close();
  alarm(0);
  std::signal(SIGALRM, SIG_DFL);
  return status;
}

void run::endRun(const Session *session, ExitCode code,
                 const std::string &reason) {
  static std::atomic<bool> isEnding{false};
  while (isEnding.exchange(true)) // another thread was first, and ends us
    pause();
  removeTemporaryFiles();
  alarm(5); // whatever writing takes
  std::string record = session ? writeFlightRecord(*session, reason) : "";
  printError((code == ExitCode::Watchdog ? "watchdog: " : "") + reason +
             record);
  _exit(int(code)); // a stuck kernel cannot be asked to end
}

void run::endFailed(const Status &status) {
  removeTemporaryFiles();
  if (!status.message().empty())
    printError(status.message());
  std::fflush(nullptr);
  _exit(int(status.code()));
}
