// sbp-run.cpp: runs an artifact on its ranks
#include "Checkpoints.h"
#include "Errno.h"
#include "RunTermination.h"
#include "Runner.h"
#include "StatusLine.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <iomanip>
#include <system_error>
#include <unistd.h>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::run;

/// The only entry, else `main`, else the one named by --entry.
static Result<uint32_t> chooseEntry(const Options &options, const PlanT &plan) {
  std::string names;
  std::vector<uint32_t> found;
  const std::string &wanted = options.entry;
  for (uint32_t e = 0; e < plan.entries.size(); ++e) {
    const EntryT &candidate = *plan.entries[e];
    if (candidate.role != EntryRole::model)
      continue;
    names += (names.empty() ? "" : ", ") + candidate.name;
    found.push_back(e);
    if (candidate.name == (wanted.empty() ? "main" : wanted))
      return e;
  }
  if (!wanted.empty())
    return userError("--entry ", wanted, ": no such entry; there are: ", names);
  if (found.size() != 1)
    return userError(
        "several entries and none is 'main': choose with --entry: ", names);
  return found[0];
}

/// Whether all processes run the same program in the same way.
static Status compareRuns(const Options &options, const Image &image,
                          Processes &processes) {
  // The beginning of an artifact has the hash of all of it.
  std::string header(static_cast<const char *>(image.bytes.data),
                     std::min<size_t>(image.bytes.size, 72));
  SBP_RETURN_IF_FAILED(processes.compare("artifacts", header));
  // As wide for any number: a run asks for memory as often for more steps.
  std::string flags =
      textOf(options.entry, ' ', std::setw(20), options.steps.value_or(-1), ' ',
             options.benchmark, ' ', options.json, ' ', options.saveState, ' ',
             options.outputShards, ' ', options.checkpoint, ' ',
             options.checkpointEvery, ' ', options.resume);
  for (const auto *list : {&options.inputs, &options.outputs})
    for (const NamedValue &value : *list)
      flags += " " + value.name;
  return processes.compare("flags", flags);
}

static Status runSteps(const Options &options, Session &session, Feeder &feeder,
                       Fetcher &fetcher, Checkpoints &checkpoints,
                       uint32_t entry, Processes &processes,
                       std::vector<double> &seconds) {
  int64_t steps = options.steps.value_or(1);
  int64_t before = options.benchmark ? kWarmUpSteps : 0;
  int64_t total = options.benchmark ? before + options.benchmark : steps;
  seconds.reserve(std::min<int64_t>(total, 1 << 20));
  StatusLine line(options.progress && processes.isFirst(),
                  checkpoints.getFirstStep(), total);
  for (int64_t step = checkpoints.getFirstStep(); step < total; ++step) {
    SBP_RETURN_IF_FAILED(
        feeder.beginStep(options.benchmark ? step % steps : step));
    if (step >= before)
      session.setTiming(entry, options.progress || options.benchmark);
    int64_t begin = readClock();
    if (Status status = session.step(entry); status.failed())
      return Status(status.code(),
                    status.message() +
                        writeFlightRecord(session, status.message()));
    if (step >= before)
      seconds.push_back((readClock() - begin) * 1e-9);
    if (!options.benchmark)
      SBP_RETURN_IF_FAILED(fetcher.endStep(step));
    SBP_RETURN_IF_FAILED(checkpoints.endStep(step + 1));
    line.update(step + 1);
  }
  return {};
}

/// Writes the outputs of a run whose steps were all run before: states and the
/// results of all steps come from the checkpoint; other files must exist.
static Status writeKept(const Options &options, Session &session,
                        uint32_t entry, Processes &processes,
                        Checkpoints &checkpoints) {
  Options kept = options;
  kept.outputShards.clear();
  std::erase_if(kept.outputs,
                [](const NamedValue &output) { return !isOfAllSteps(output); });
  SBP_RETURN_IF_FAILED(processes.adoptFirstStatus(
      processes.isFirst() ? checkKeptTargets(options) : Status()));
  if (processes.isFirst())
    std::fprintf(stderr, "sbp-run: note: all %lld steps were run before\n",
                 (long long)options.steps.value_or(1));
  Fetcher fetcher(kept, session, entry, processes);
  SBP_RETURN_IF_FAILED(
      processes.allReduceStatus(fetcher.begin(checkpoints.getFirstStep())));
  SBP_RETURN_IF_FAILED(checkpoints.addSteps(fetcher.getStepsFiles()));
  OutputFiles files;
  SBP_RETURN_IF_FAILED(processes.allReduceStatus(fetcher.write(files)));
  SBP_RETURN_IF_FAILED(processes.allReduceStatus(files.commit()));
  return processes.allReduceStatus(fetcher.commit());
}

/// Runs an artifact that is loaded.
static Status runLoaded(const Options &options, const Image &image,
                        Session &session, Processes &processes) {
  SBP_RETURN_IF_FAILED(compareRuns(options, image, processes));
  Result<uint32_t> chosen = chooseEntry(options, session.getPlan());
  Status status = chosen.status();
  if (options.benchmark)
    for (const NamedValue &output : options.outputs)
      if (isOfAllSteps(output))
        return userError("--output ", output.name,
                         ": ':all' and --benchmark cannot be combined");
  SBP_RETURN_IF_FAILED(processes.allReduceStatus(std::move(status)));
  uint32_t entry = *chosen;

  if (options.compare)
    SBP_RETURN_IF_FAILED(
        processes.allReduceStatus(checkReference(options, session, entry)));
  if (options.checkIndices)
    SBP_RETURN_IF_FAILED(
        processes.allReduceStatus(checkHasPositions(options, session, entry)));
  Feeder feeder(options, session);
  Fetcher fetcher(options, session, entry, processes);
  Checkpoints checkpoints(options, session, entry, processes);
  int64_t steps = options.steps.value_or(1);
  SBP_RETURN_IF_FAILED(checkpoints.open());
  if (checkpoints.getFirstStep() == steps)
    return writeKept(options, session, entry, processes, checkpoints);
  SBP_RETURN_IF_FAILED(processes.allReduceStatus(feeder.open()));
  SBP_RETURN_IF_FAILED(
      processes.allReduceStatus(fetcher.begin(checkpoints.getFirstStep())));
  SBP_RETURN_IF_FAILED(checkpoints.addSteps(fetcher.getStepsFiles()));
  SBP_RETURN_IF_FAILED(processes.allReduceStatus(feeder.begin(entry)));
  if (options.checkIndices) {
    Status outside;
    if (processes.isFirst())
      outside = checkIndices(session, feeder, entry, steps);
    SBP_RETURN_IF_FAILED(processes.adoptFirstStatus(std::move(outside)));
    SBP_RETURN_IF_FAILED(feeder.beginAgain(entry));
  }
  std::vector<std::vector<TraceEvent>> events;
  if (!options.trace.empty())
    SBP_RETURN_IF_FAILED(session.setTrace(&events, entry));
  std::vector<double> seconds;
  SBP_RETURN_IF_FAILED(runSteps(options, session, feeder, fetcher, checkpoints,
                                entry, processes, seconds));

  OutputFiles files;
  std::unique_ptr<PartsFile> trace;
  SBP_RETURN_IF_FAILED(processes.allReduceStatus(fetcher.write(files)));
  if (!options.trace.empty()) {
    auto written =
        writeTrace(options.trace, session, entry, events, processes, files);
    SBP_RETURN_IF_FAILED(processes.allReduceStatus(written.status()));
    trace = *std::move(written);
  }
  SBP_RETURN_IF_FAILED(processes.allReduceStatus(files.commit()));
  SBP_RETURN_IF_FAILED(processes.allReduceStatus(fetcher.commit()));
  if (trace)
    SBP_RETURN_IF_FAILED(processes.allReduceStatus(
        processes.isFirst() ? trace->rename() : Status()));
  SBP_RETURN_IF_FAILED(checkpoints.finish(steps));
  SBP_RETURN_IF_FAILED(report(options, session, entry,
                              options.benchmark ? options.benchmark : steps,
                              seconds, processes));
  if (!options.compare)
    return {};
  return compareWithReference(options, session, feeder, entry, steps,
                              processes);
}

/// Turns std::bad_alloc into an error status, which other processes receive.
template <typename Function> static Status guard(Function function) {
  try {
    return function();
  } catch (const std::bad_alloc &) {
    return userError("out of memory", describeMemoryLimit());
  }
}

namespace {
/// A parsed command line.
struct Command {
  Options options;
  Launch launch;
  Image image;
  bool carriesArtifact = false;
  bool isDone = false; ///< there is nothing to run
};
} // namespace

/// Adds the file's name to errors in the artifact's bytes.
static Status nameModel(const Command &command, Status status) {
  if (status.failed() && !command.carriesArtifact &&
      (status.message().starts_with("artifact") ||
       status.message().starts_with("not an .sbpx")))
    return Status(status.code(),
                  command.options.model + ": " + status.message());
  return status;
}

static Status runModel(const Command &command, SessionOptions sessionOptions) {
  const Options &options = command.options;
  const Image &image = command.image;
  const Launch &launch = command.launch;
  Processes processes;
  SBP_RETURN_IF_FAILED(processes.open(launch, options.watchdogSeconds));
  std::unique_ptr<Session> session;
  RunTermination termination(processes, session);
  termination.watch(options.watchdogSeconds);
  // Fails together with processes whose command lines were wrong.
  SBP_RETURN_IF_FAILED(processes.allReduceStatus({}));
  if (Status status = guard([&] { return processes.share(); });
      status.failed()) {
    termination.fail(status);
    return status;
  }
  sessionOptions.workers = options.workers;
  sessionOptions.watchdogSeconds = options.watchdogSeconds;
  sessionOptions.gpus = options.gpus;
  sessionOptions.cudaGraph = options.cudaGraph;
  sessionOptions.transport = processes.getTransport();
  sessionOptions.chooseWorld = [&](uint32_t ranks, LocalWorld &world) {
    return chooseWorld(options, launch, ranks, world);
  };
  sessionOptions.onStall = [&](const std::string &report) {
    termination.stall(report);
  };
  Status created = guard([&]() -> Status {
    SBP_ASSIGN_OR_RETURN(
        session, Session::create(image.bytes, std::move(sessionOptions)));
    return {};
  });
  SBP_RETURN_IF_FAILED(
      processes.allReduceStatus(nameModel(command, std::move(created))));
  CrashReporter reporter(*session);
  RecordOnSignal recorder(*session);
  Status status =
      guard([&] { return runLoaded(options, image, *session, processes); });
  if (!status.failed())
    return processes.close();
  termination.fail(status);
  return status;
}

/// Everything that is not about ranks is done on the way.
static Status readCommand(int argc, char **argv, Command &command) {
  auto &[options, launch, image, carriesArtifact, isDone] = command;
  SBP_ASSIGN_OR_RETURN(carriesArtifact, findOwnArtifact(image));
  SBP_ASSIGN_OR_RETURN(isDone,
                       parseOptions(argc, argv, carriesArtifact, options));
  if (isDone)
    return {};
  isDone = true;
  if (!options.explainHang.empty())
    return explainHang(options.explainHang);
  if (!options.checkpointInfo.empty())
    return printCheckpoint(options.checkpointInfo, options.json);
  if (options.calibrate)
    return calibrate(options.ratesFile);
  SBP_RETURN_IF_FAILED(detectLaunch(options, launch));
  if (options.printLaunch) {
    printLaunch(launch);
    return {};
  }
  if ((options.inspect || options.doctor) && launch.rank != 0)
    return {};
  if (options.doctor)
    return examine(launch, options.json);
  isDone = false;
  if (launch.size > 1 && options.model.ends_with(".mlir"))
    return userError("several processes run an artifact: compile ",
                     options.model, " with sbp-compile first");
  SBP_RETURN_IF_FAILED(checkTargets(options, carriesArtifact));
  return carriesArtifact ? Status() : openModel(options, image);
}

/// An error in the command line occurs in all processes that were started with
/// it and is printed once.
static Status allReduceCommandStatus(Command &command, Status mine) {
  Options options = command.options;
  if (options.rank.has_value() != options.world.has_value())
    options.rank = options.world = std::nullopt; // what is wrong, maybe
  Launch launch;
  Processes processes;
  if (options.inspect || detectLaunch(options, launch).failed() ||
      launch.size == 1 || !launch.usesMpi ||
      processes.open(launch, options.watchdogSeconds).failed())
    return mine;
  std::unique_ptr<Session> none;
  RunTermination termination(processes, none);
  termination.watch(options.watchdogSeconds);
  return processes.allReduceStatus(std::move(mine));
}

static Status runCommand(int argc, char **argv, const SessionOptions &base) {
  Command command;
  if (Status status = guard([&] { return readCommand(argc, argv, command); });
      status.failed())
    return allReduceCommandStatus(command, std::move(status));
  if (command.isDone)
    return {};
  return command.options.inspect
             ? nameModel(command, inspect(command.options, command.image))
             : runModel(command, base);
}

/// Handles an uncaught exception on any thread or before `main`: std::bad_alloc
/// is a user error, all others are internal errors.
[[noreturn]] static void endUncaught() {
  const char *text = "sbp-run: internal error: unexpected exception\n";
  ExitCode code = ExitCode::Internal;
  try {
    if (std::exception_ptr caught = std::current_exception())
      std::rethrow_exception(caught);
  } catch (const std::bad_alloc &) {
    text = "sbp-run: error: out of memory\n";
    code = ExitCode::UserError;
  } catch (...) {
  }
  (void)!write(STDERR_FILENO, text, std::strlen(text));
  _exit(int(code));
}

namespace {
struct TerminateHandler {
  TerminateHandler() { std::set_terminate(endUncaught); }
};
} // namespace
/// Before what other files make before `main`.
__attribute__((init_priority(101))) static TerminateHandler terminateHandler;

/// A closed standard stream would be the number of the next file, and what is
/// printed would end up in there.
static void openStandardStreams() {
  int descriptor;
  while ((descriptor = open("/dev/null", O_RDWR)) >= 0 && descriptor <= 2)
    ;
  close(descriptor);
}

int run::start(int argc, char **argv, const SessionOptions &base) {
  openStandardStreams();
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN); // a file too large is a failed call
  removeTemporariesOnSignals();
  blockRecordSignal();
  Status status;
  try {
    status = runCommand(argc, argv, base);
  } catch (const std::bad_alloc &) {
    status = userError("out of memory", describeMemoryLimit());
  } catch (const std::system_error &error) {
    status = userError("cannot start a thread: ",
                       describeError(error.code().value(), /*isThread=*/true));
  } catch (const std::exception &error) {
    status = Status(ExitCode::Internal, error.what());
  }
  // A reader that closed the pipe has read enough; a full disk lost the output.
  if (std::fflush(stdout) != 0 && errno != EPIPE && !status.failed())
    status =
        userError("cannot write to standard output: ", describeError(errno));
  if (!status.failed())
    return 0;
  if (!status.message().empty())
    std::fprintf(stderr, "sbp-run: error: %s\n", status.message().c_str());
  return int(status.code());
}
