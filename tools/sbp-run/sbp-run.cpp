// sbp-run.cpp: runs an artifact on its ranks
#include "Errno.h"
#include "Inspect.h"
#include "ProcessEnd.h"
#include "Run.h"
#include "RunTermination.h"
#include "Runner.h"
#include "StatusLine.h"
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <iomanip>
#include <iostream>
#include <system_error>
#include <unistd.h>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::run;

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

/// Returns a user error for flags that a benchmark excludes.
static Status checkBenchmark(const Options &options) {
  if (!options.benchmark)
    return {};
  if (options.compare)
    return userError("--compare and --benchmark cannot be combined");
  if (options.checkIndices)
    return userError("--check-indices and --benchmark cannot be combined");
  return {};
}

/// Returns the values of a run that flags give.
static RunOptions makeRunOptions(const Options &options) {
  int64_t steps = options.steps.value_or(1);
  bool savesStates = !options.saveState.empty() || !options.checkpoint.empty();
  RunOptions result;
  result.feed = {options.inputs, options.weights, options.inputShards,
                 options.steps,  savesStates,     printNote};
  result.fetch = {options.outputs, options.outputShards, options.saveState,
                  options.checkpoint, steps};
  result.checkpoint = {options.checkpoint, options.checkpointEvery,
                       options.resume, steps, printNote};
  result.trace = options.trace;
  result.steps = steps;
  result.benchmark = options.benchmark;
  result.isTimed = options.progress || options.benchmark;
  result.checksIndices = options.checkIndices;
  result.compares = options.compare;
  result.tolerance = options.tolerance;
  return result;
}

/// Writes the outputs of a run whose steps were all run before. Files that no
/// checkpoint keeps must exist.
static Status writeResumed(const Options &options, Run &run,
                           Processes &processes) {
  SBP_RETURN_IF_FAILED(processes.adoptFirstStatus(
      processes.isFirst() ? checkKeptTargets(options) : Status()));
  if (processes.isFirst())
    printNote(
        textOf("all ", options.steps.value_or(1), " steps were run before"));
  return run.writeResumed();
}

/// Runs all steps and shows the progress on a terminal.
static Status runSteps(const Options &options, Session &session, uint32_t entry,
                       Run &run, bool isFirst) {
  WatchedResult watched(session, entry);
  StatusLine line(options.progress && isFirst, run.getFirstStep(),
                  run.countSteps(), watched);
  return run.runSteps([&](int64_t steps) { line.update(steps); });
}

/// Runs an artifact that is loaded.
static Status runLoaded(const Options &options, const Image &image,
                        Session &session, Processes &processes) {
  SBP_RETURN_IF_FAILED(compareRuns(options, image, processes));
  Result<uint32_t> chosen =
      chooseEntry(session.getPlan(), options.entry,
                  processes.isFirst() ? printNote : NoteListener());
  if (options.benchmark)
    for (const NamedValue &output : options.outputs)
      if (isOfAllSteps(output))
        return userError("--output ", output.name,
                         ": ':all' and --benchmark cannot be combined");
  SBP_RETURN_IF_FAILED(processes.allReduceStatus(
      chosen.failed() ? chosen.status() : checkBenchmark(options)));
  uint32_t entry = *chosen;
  Run run(makeRunOptions(options), session, entry, processes);
  SBP_RETURN_IF_FAILED(run.open());
  if (run.isComplete())
    return writeResumed(options, run, processes);
  SBP_RETURN_IF_FAILED(run.begin());
  SBP_RETURN_IF_FAILED(
      runSteps(options, session, entry, run, processes.isFirst()));
  SBP_RETURN_IF_FAILED(run.write());
  SBP_RETURN_IF_FAILED(
      report(options, session, entry,
             options.benchmark ? options.benchmark : options.steps.value_or(1),
             run.getSeconds(), processes));
  if (!options.compare)
    return {};
  std::vector<Comparison> values;
  SBP_RETURN_IF_FAILED(run.compare(values));
  if (processes.isFirst() && !options.json)
    std::printf("compare: %zu values agree with one rank\n", values.size());
  return {};
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
  Processes processes(makeProcessEvents());
  SBP_RETURN_IF_FAILED(
      openProcesses(processes, launch, options.watchdogSeconds));
  std::unique_ptr<Session> session;
  RunTermination termination(processes, session,
                             [&](ExitCode code, const std::string &reason) {
                               endRun(session.get(), code, reason);
                             });
  termination.watch(options.watchdogSeconds);
  // Fails together with processes whose command lines were wrong.
  SBP_RETURN_IF_FAILED(processes.allReduceStatus({}));
  if (Status status = guard([&] { return processes.share(); });
      status.failed()) {
    if (termination.fail(status))
      endFailed(status);
    return status;
  }
  sessionOptions.workers = options.workers;
  sessionOptions.watchdogSeconds = options.watchdogSeconds;
  sessionOptions.gpus = options.gpus;
  sessionOptions.cudaGraph = options.cudaGraph;
  sessionOptions.transport = processes.getTransport();
  sessionOptions.chooseWorld = [&](uint32_t ranks, LocalWorld &world) {
    return chooseWorld(options.launch, launch, ranks, world);
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
    return closeProcesses(processes);
  if (termination.fail(status))
    endFailed(status);
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
    return inspectCheckpoint(options.checkpointInfo, options.json, std::cout);
  if (options.calibrate)
    return calibrate(options.ratesFile);
  SBP_RETURN_IF_FAILED(detectLaunch(options.launch, launch));
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
  const Options &options = command.options;
  LaunchOptions given = options.launch;
  if (given.rank.has_value() != given.world.has_value())
    given.rank = given.world = std::nullopt; // what is wrong, maybe
  Launch launch;
  Processes processes(makeProcessEvents());
  if (options.inspect || detectLaunch(given, launch).failed() ||
      launch.size == 1 || !launch.usesMpi ||
      openProcesses(processes, launch, options.watchdogSeconds).failed())
    return mine;
  std::unique_ptr<Session> none;
  RunTermination termination(processes, none,
                             [](ExitCode code, const std::string &reason) {
                               endRun(nullptr, code, reason);
                             });
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
             ? nameModel(command, inspect(command.image.bytes,
                                          command.options.json, std::cout))
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
    printError(status.message());
  return int(status.code());
}
