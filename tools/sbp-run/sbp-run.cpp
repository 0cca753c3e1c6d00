//===- sbp-run.cpp - runs an artifact on its ranks
//--------------------------===//
#include "Errno.h"
#include "Runner.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::run;

/// The only entry, else `main`, else the one named by --entry.
static Status chooseEntry(const Options &options, const PlanT &plan,
                          uint32_t &entry) {
  std::string names;
  std::vector<uint32_t> found;
  const std::string &wanted = options.entry;
  for (uint32_t e = 0; e < plan.entries.size(); ++e) {
    const EntryT &candidate = *plan.entries[e];
    if (candidate.role != EntryRole::model)
      continue;
    names += (names.empty() ? "" : ", ") + candidate.name;
    found.push_back(e);
    if (candidate.name == (wanted.empty() ? "main" : wanted)) {
      entry = e;
      return {};
    }
  }
  if (!wanted.empty())
    return userError("--entry ", wanted, ": no such entry; there are: ", names);
  if (found.size() != 1)
    return userError(
        "several entries and none is 'main': choose with --entry: ", names);
  entry = found[0];
  return {};
}

/// One process runs all ranks; a launcher that says otherwise is not ignored.
static Status checkWorld(const PlanT &plan) {
  World world = detectWorld();
  if (world.size == 1)
    return {};
  if (world.size != plan.ranks)
    return userError("launched as ", world.size, " processes (", world.source,
                     ") but the artifact has ", plan.ranks,
                     " ranks: start one process, it runs all of them");
  return userError("launched as ", world.size, " processes (", world.source,
                   "), but this runner runs all ranks in one: start it once");
}

static Status runSteps(const Options &options, Session &session, Feeder &feeder,
                       Fetcher &fetcher, uint32_t entry,
                       std::vector<double> &seconds) {
  constexpr int64_t warmUp = 3;
  int64_t steps = options.steps.value_or(1);
  int64_t before = options.benchmark ? warmUp : 0;
  int64_t total = options.benchmark ? before + options.benchmark : steps;
  seconds.reserve(std::min<int64_t>(total, 1 << 20));
  for (int64_t step = 0; step < total; ++step) {
    SBP_RETURN_IF_FAILED(
        feeder.beginStep(options.benchmark ? step % steps : step));
    int64_t begin = readClock();
    if (Status status = session.step(entry); status.failed())
      return Status(status.code(),
                    status.message() +
                        writeFlightRecord(session, status.message()));
    if (step >= before)
      seconds.push_back((readClock() - begin) * 1e-9);
    if (!options.benchmark)
      SBP_RETURN_IF_FAILED(fetcher.endStep(step));
  }
  return {};
}

static Status runModel(const Options &options, const Image &image) {
  SessionOptions sessionOptions;
  sessionOptions.workers = options.workers;
  sessionOptions.watchdogSeconds = options.watchdogSeconds;
  std::unique_ptr<Session> session;
  sessionOptions.onStall = [&session](const std::string &report) {
    std::string record = session ? writeFlightRecord(*session, report) : "";
    std::fprintf(stderr, "sbp-run: error: watchdog: %s%s\n", report.c_str(),
                 record.c_str());
    std::fflush(stderr);
    _exit(int(ExitCode::Watchdog)); // a stuck kernel cannot be asked to end
  };
  SBP_RETURN_IF_FAILED(Session::create(image.bytes, sessionOptions, session));
  CrashReporter reporter(*session);
  SBP_RETURN_IF_FAILED(checkWorld(session->getPlan()));
  uint32_t entry = 0;
  SBP_RETURN_IF_FAILED(chooseEntry(options, session->getPlan(), entry));
  if (options.benchmark)
    for (const NamedValue &output : options.outputs)
      if (output.value.ends_with(":all"))
        return userError("--output ", output.name,
                         ": no :all with --benchmark");

  if (options.compare)
    SBP_RETURN_IF_FAILED(checkReference(options, *session, entry));
  Feeder feeder(options, *session);
  Fetcher fetcher(options, *session, entry);
  SBP_RETURN_IF_FAILED(feeder.open());
  SBP_RETURN_IF_FAILED(fetcher.begin());
  SBP_RETURN_IF_FAILED(feeder.begin(entry));
  std::vector<std::vector<TraceEvent>> events;
  if (!options.trace.empty())
    session->setTrace(&events, entry);
  std::vector<double> seconds;
  SBP_RETURN_IF_FAILED(
      runSteps(options, *session, feeder, fetcher, entry, seconds));

  OutputFiles files;
  SBP_RETURN_IF_FAILED(fetcher.write(files));
  if (!options.trace.empty())
    SBP_RETURN_IF_FAILED(
        files.write(options.trace, formatTrace(*session, entry, events)));
  SBP_RETURN_IF_FAILED(files.commit());
  int64_t steps = options.steps.value_or(1);
  SBP_RETURN_IF_FAILED(report(options, *session, entry,
                              options.benchmark ? options.benchmark : steps,
                              seconds));
  if (!options.compare)
    return {};
  return compareWithReference(options, *session, feeder, entry, steps);
}

static Status runCommand(int argc, char **argv) {
  Image image;
  Options options;
  bool carriesArtifact = false, done = false;
  SBP_RETURN_IF_FAILED(findOwnArtifact(image, carriesArtifact));
  SBP_RETURN_IF_FAILED(
      parseOptions(argc, argv, carriesArtifact, options, done));
  if (done)
    return {};
  SBP_RETURN_IF_FAILED(checkTargets(options, carriesArtifact));
  if (!carriesArtifact)
    SBP_RETURN_IF_FAILED(openModel(options, image));
  Status status =
      options.inspect ? inspect(options, image) : runModel(options, image);
  if (status.failed() && !carriesArtifact &&
      status.message().starts_with("artifact"))
    return Status(status.code(), options.model + ": " + status.message());
  if (status.failed() && status.message().starts_with("not an .sbpx"))
    return Status(status.code(), options.model + ": " + status.message());
  return status;
}

/// A closed standard stream would be the number of the next file, and what is
/// printed would end up in there.
static void openStandardStreams() {
  int descriptor;
  while ((descriptor = open("/dev/null", O_RDWR)) >= 0 && descriptor <= 2)
    ;
  close(descriptor);
}

int main(int argc, char **argv) {
  openStandardStreams();
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN); // a file too large is a failed call
  removeTemporariesOnSignals();
  Status status;
  try {
    status = runCommand(argc, argv);
  } catch (const std::bad_alloc &) {
    status = userError("out of memory", describeMemoryLimit());
  } catch (const std::system_error &error) {
    status = userError("cannot start a thread: ",
                       describeError(error.code().value(), true));
  } catch (const std::exception &error) {
    status = Status(ExitCode::Internal, error.what());
  }
  // Whoever closed a pipe has read enough; a full disk lost the answer.
  if (std::fflush(stdout) != 0 && errno != EPIPE && !status.failed())
    status =
        userError("cannot write to standard output: ", describeError(errno));
  if (!status.failed())
    return 0;
  if (!status.message().empty())
    std::fprintf(stderr, "sbp-run: error: %s\n", status.message().c_str());
  return int(status.code());
}
