// Signals.cpp: flight records on signals, and crashes of kernels
#include "FlightRecord.h"
#include "Runner.h"
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <unistd.h>

using namespace sbp;
using namespace sbp::run;

static sigset_t getRecordSignal() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGUSR1);
  return signals;
}

void run::blockRecordSignal() {
  sigset_t signals = getRecordSignal();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

RecordOnSignal::RecordOnSignal(const Session &session)
    : thread([this, &session] {
        sigset_t signals = getRecordSignal();
        for (int signal = 0; sigwait(&signals, &signal) == 0 && !stopping;)
          std::fprintf(stderr, "sbp-run: note: SIGUSR1%s\n",
                       writeFlightRecord(session, "SIGUSR1").c_str());
      }) {}

RecordOnSignal::~RecordOnSignal() {
  stopping = true;
  pthread_kill(thread.native_handle(), SIGUSR1);
  thread.join();
}

// The session that a crash reports on. The handler does more than POSIX allows
// in one: a crash in a kernel leaves malloc and stdio whole, and where it does
// not the alarm ends the process.
static const Session *crashing = nullptr;

static void reportCrash(int signal) {
  static std::atomic_flag reporting;
  while (reporting.test_and_set()) // another rank was first, and ends us
    pause();
  alarm(10);
  int32_t rank = Activity::getRankOfThread();
  std::string reason = textOf(rank < 0 ? "the runner" : textOf("rank ", rank),
                              " got '", sigdescr_np(signal), "'; ",
                              crashing->getActivity().describeRanks());
  std::string record = writeFlightRecord(*crashing, reason);
  std::fprintf(stderr, "sbp-run: error: %s%s\n", reason.c_str(),
               record.c_str());
  std::fflush(stderr);
  _exit(int(rank < 0 ? ExitCode::Internal : ExitCode::RankLost));
}

static void handleCrashes(void (*handler)(int)) {
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL})
    std::signal(signal, handler);
}

// Sanitizers have handlers of their own, which report more.
CrashReporter::CrashReporter(const Session &session) {
  crashing = &session;
#if !defined(__SANITIZE_ADDRESS__) && !__has_feature(address_sanitizer) &&     \
    !__has_feature(thread_sanitizer)
  handleCrashes(reportCrash);
#else
  (void)reportCrash;
#endif
}

CrashReporter::~CrashReporter() { handleCrashes(SIG_DFL); }
