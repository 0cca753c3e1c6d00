// FlightRecord.cpp: what all ranks did last, in a file
//
// Written when a run ends otherwise than by itself: the watchdog fired, a rank
// was lost, a kernel crashed.
#include "Folder.h"
#include "HostName.h"
#include "Runner.h"
#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <unistd.h>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::run;
using Json = nlohmann::ordered_json;

static Json describeLaunch(const Session &session, uint32_t entry,
                           uint32_t rank, uint32_t stream, uint32_t launch) {
  return {{"stream", stream},
          {"launch", launch},
          {"micro_batch",
           session.getLaunch(entry, rank, stream, launch).micro_batch()},
          {"task", session.nameLaunch(entry, rank, stream, launch)}};
}

static Json describeRank(const Session &session, uint32_t entry,
                         uint32_t rank) {
  Session::RankRecord record = session.readRecord(rank);
  Json streams = Json::array(), events = Json::array();
  for (uint32_t s = 0; s < record.streams.size(); ++s) {
    auto [launch, state, since, done] = record.streams[s];
    bool finished = std::string_view(state) == "finished";
    Json head = finished ? Json{{"stream", s}, {"launch", launch}}
                         : describeLaunch(session, entry, rank, s, launch);
    head["state"] = state;
    if (done)
      head["device_done"] =
          *done == 0 ? Json()
                     : describeLaunch(session, entry, rank, s, *done - 1);
    if (std::string_view(state) == "waits in") {
      head["members"] = session.getMembers(entry, rank, s, launch);
      head["seconds"] = (readClock() - since) * 1e-9;
    }
    streams.push_back(std::move(head));
  }
  for (const auto &[step, stream, launch] : record.events) {
    Json event = {{"step", step}};
    event.update(describeLaunch(session, entry, rank, stream, launch));
    events.push_back(std::move(event));
  }
  return {{"rank", rank}, {"streams", streams}, {"launched", events}};
}

static std::string getRecordFolder() {
  for (const char *variable : {"SBP_FLIGHT_RECORDS", "TMPDIR"})
    if (const char *folder = std::getenv(variable); folder && *folder)
      return folder;
  return "/tmp";
}

/// "sbp-flight-node3-71": hosts that share a folder have different names.
static std::string nameRecord() {
  std::string host = getHostName();
  std::replace(host.begin(), host.end(), '/', '_');
  return textOf("sbp-flight-", host, "-", getpid());
}

/// Writes a record and returns its path, or "" where it cannot be written. It
/// is a new file of a name that no other process foresees, and then replaces
/// the earlier record of its process; a link of that name is replaced too.
/// Where that name is another user's, the record keeps the first one.
static std::string keepRecord(const std::string &text) {
  Folder folder;
  if (Folder::open(getRecordFolder(), folder).failed())
    return "";
  std::string name = nameRecord() + ".json",
              fresh = textOf(nameRecord(), "-", std::hex, readClock(), ".json");
  NewFile file(folder, fresh);
  file.write(text.data(), text.size());
  if (file.finish().failed())
    return "";
  return folder.getPath(folder.rename(fresh, name) ? name : fresh);
}

std::string run::writeFlightRecord(const Session &session,
                                   const std::string &reason) {
  int32_t entry = session.getCurrentEntry();
  if (entry < 0)
    return "";
  Json ranks = Json::array();
  for (uint32_t rank : session.getRanks(entry))
    ranks.push_back(describeRank(session, entry, rank));
  Json document = {{"format", 1},
                   {"reason", reason},
                   {"entry", session.getPlan().entries[entry]->name},
                   {"step", session.getCurrentStep()},
                   {"ranks", std::move(ranks)}};
  std::string path = keepRecord(document.dump(1, ' ', /*ensure_ascii=*/false,
                                              Json::error_handler_t::replace) +
                                "\n");
  return path.empty() ? "" : "; flight record in " + path;
}

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
  int32_t rank = Session::getRankOfThread();
  std::string reason =
      textOf(rank < 0 ? "the runner" : textOf("rank ", rank), " got '",
             sigdescr_np(signal), "'; ", crashing->describeRanks());
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
