// Options.cpp: parses the command line of sbp-run
#include "Options.h"
#include "sbp/Runtime/Version.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <set>

using namespace sbp;
using namespace sbp::run;

static Status splitNamed(const char *flag,
                         const std::vector<std::string> &texts,
                         std::vector<NamedValue> &values) {
  std::set<std::string> names;
  for (const std::string &text : texts) {
    size_t equals = text.find('=');
    if (equals == text.npos || equals == 0)
      return userError(flag, " ", text, ": expected NAME=VALUE");
    values.push_back({text.substr(0, equals), text.substr(equals + 1)});
    if (values.back().value.empty() || values.back().value == "@")
      return userError(flag, " ", text, ": names no ",
                       values.back().value.empty() ? "value" : "file");
    if (!names.insert(values.back().name).second)
      return userError(flag, " ", values.back().name, " is given twice");
  }
  return {};
}

static Status readEnvironment(Options &options) {
  if (const char *text = std::getenv("SBP_WORKERS")) {
    char *end;
    long workers = std::strtol(text, &end, 10);
    if (*text == '\0' || *end != '\0' || workers < 1 || workers > 1024)
      return userError("SBP_WORKERS=", text, " is not a number from 1 to 1024");
    options.workers = workers;
  }
  if (const char *text = std::getenv("SBP_WATCHDOG_SECONDS")) {
    char *end;
    options.watchdogSeconds = std::strtod(text, &end);
    if (*text == '\0' || *end != '\0' || !(options.watchdogSeconds >= 0))
      return userError("SBP_WATCHDOG_SECONDS=", text,
                       " is not a number of seconds");
  }
  return {};
}

/// A whole number of steps; what CLI11 makes of large ones is an exception.
static Result<int64_t> readSteps(const char *flag, const std::string &text) {
  int64_t steps = 0;
  constexpr int64_t largest = int64_t(1) << 40;
  const char *end = text.data() + text.size();
  auto [last, error] = std::from_chars(text.data(), end, steps);
  if (error != std::errc() || last != end || steps < 1 || steps > largest)
    return userError(flag, "=", text, ": expected a number of steps from 1 to ",
                     largest);
  return steps;
}

/// "0,1": numbers of GPUs, each once.
static Status readDevices(const std::string &text,
                          std::vector<uint32_t> &numbers) {
  const char *at = text.data(), *end = at + text.size();
  for (;;) {
    uint32_t number = 0;
    auto [last, error] = std::from_chars(at, end, number);
    if (error != std::errc() || (last != end && *last != ','))
      return userError("--devices=", text,
                       ": expected a list of GPU numbers such as 0,1");
    if (std::count(numbers.begin(), numbers.end(), number))
      return userError("--devices=", text, ": GPU ", number,
                       " is listed twice");
    numbers.push_back(number);
    if (last == end)
      return {};
    at = last + 1;
  }
}

/// Refuses `--weights=` as well as `--weights` alone and `--weights --json`:
/// the value is missing.
static Status checkValues(const CLI::App &app) {
  for (const CLI::Option *option : app.get_options())
    for (const std::string &value : option->results())
      if (value.empty())
        return userError(option->get_name(), ": needs a value");
      else if (value.compare(0, 2, "--") == 0)
        return userError(option->get_name(), ": needs a value, found the flag ",
                         value);
  return {};
}

/// Refuses outputs of a run together with a query that runs nothing.
static Status checkRuns(const Options &options, const CLI::App &app) {
  const char *question = options.inspect                   ? "--inspect"
                         : options.doctor                  ? "--doctor"
                         : options.calibrate               ? "--calibrate"
                         : !options.explainHang.empty()    ? "--explain-hang"
                         : !options.checkpointInfo.empty() ? "--checkpoint-info"
                                                           : nullptr;
  if (!question)
    return {};
  for (const char *flag : {"--output", "--output-shards", "--save-state",
                           "--checkpoint", "--trace"})
    if (app.get_option(flag)->count())
      return userError(question, " runs nothing: leave out ", flag);
  return {};
}

/// Calibration measures the machine: flags of a model are refused.
static Status checkCalibrate(const Options &options, const CLI::App &app) {
  if (!options.calibrate)
    return {};
  for (const CLI::Option *option : app.get_options())
    if (option->count() && option->get_name() != "--calibrate" &&
        option->get_name() != "-o")
      return userError("--calibrate measures this machine: leave out ",
                       option->get_name());
  return {};
}

static Status checkCheckpoint(const Options &options) {
  if (options.checkpoint.empty() && options.checkpointEvery)
    return userError("--checkpoint-every needs --checkpoint=DIR");
  if (options.checkpoint.empty() && options.resume)
    return userError("--resume needs --checkpoint=DIR");
  if (!options.checkpoint.empty() && options.benchmark)
    return userError("--checkpoint and --benchmark cannot be combined");
  if (!options.saveState.empty() && options.benchmark)
    return userError("--save-state and --benchmark cannot be combined: warming "
                     "up takes steps too");
  if (options.resume && options.compare)
    return userError("--resume and --compare cannot be combined: one rank "
                     "would have to begin with the first step");
  return {};
}

namespace {
/// The flags of sbp-run. Values that CLI11 cannot convert exactly are texts
/// here and are converted after parsing.
class CommandLine {
public:
  CommandLine(Options &options, bool carriesArtifact);
  /// Returns true where the command line asks for help or the version, which is
  /// printed then.
  Result<bool> parse(int argc, char **argv);
  /// Checks what was parsed and converts the texts.
  Status finish();

private:
  // --help lists flags in the order of these calls.
  void addData();
  void addCheckpoints();
  void addProcesses();
  void addReports();
  Status checkQueries() const;

  CLI::App app{"Runs a compiled model on its ranks.", "sbp-run"};
  Options &options;
  std::vector<std::string> inputs, outputs;
  std::string steps, benchmark, every, devices;
  CLI::Option *modelOption = nullptr; ///< null where the runner has a model
  CLI::Option *stepsOption, *everyOption, *devicesOption;
};
} // namespace

CommandLine::CommandLine(Options &options, bool carriesArtifact)
    : options(options) {
  app.set_version_flag("--version", "sbp-run " SBP_VERSION);
  app.footer(
      "Environment:\n"
      "  SBP_WORKERS=N           worker threads (default: one per core)\n"
      "  SBP_WATCHDOG_SECONDS=N  the default of --timeout\n"
      "  SBP_MPI_LIBRARY=FILE    sbp-mpi.so, where it is not beside the "
      "runner\n"
      "  SBP_CUDA_DRIVER=FILE    instead of libcuda.so.1\n"
      "  SBP_FLIGHT_RECORDS=DIR  where the last launches of all ranks are\n"
      "                          written when a run is lost (default $TMPDIR)\n"
      "Exit codes: 0 ok, 1 user error, 2 comparison failed, 3 rank lost,\n"
      "  4 watchdog, 70 internal error");
  if (!carriesArtifact)
    modelOption =
        app.add_option("model", options.model,
                       "model.sbpx, or model.mlir to be compiled first");
  addData();
  addCheckpoints();
  addProcesses();
  addReports();
}

void CommandLine::addData() {
  app.add_option("--entry", options.entry, "entry to run");
  app.add_option("--input", inputs, "NAME=@FILE.npy or NAME=2x2xf32=1,2,3,4")
      ->allow_extra_args(false);
  app.add_option("--output", outputs,
                 "NAME=@FILE.npy (last step) or NAME=@FILE.npy:all (stacked)")
      ->allow_extra_args(false);
  app.add_option("--weights", options.weights,
                 "safetensors file with values of inputs, by name");
  app.add_option(
      "--input-shards", options.inputShards,
      "directory with the pieces of inputs per rank, NAME.rankR.npy");
  app.add_option(
      "--output-shards", options.outputShards,
      "directory for the pieces of all results per rank, NAME.rankR.npy");
  stepsOption =
      app.add_option("--steps", steps, "number of steps to run (default 1)");
  app.add_option("--save-state", options.saveState,
                 "safetensors file for the states after the last step");
}

void CommandLine::addCheckpoints() {
  app.add_option("--checkpoint", options.checkpoint,
                 "folder for a checkpoint of the states after the last step; "
                 "--checkpoint-every adds earlier ones");
  everyOption = app.add_option("--checkpoint-every", every,
                               "write a checkpoint every N steps");
  app.add_flag(
      "--resume", options.resume,
      "continue from the checkpoint; --steps counts from the very first step");
  app.add_option("--checkpoint-info", options.checkpointInfo,
                 "print the contents of a checkpoint and verify them");
}

void CommandLine::addProcesses() {
  app.add_option("--timeout", options.watchdogSeconds,
                 "end the run after this many seconds without progress "
                 "(default 60, 0: never)")
      ->check(CLI::Range(0.0, 1e9));
  app.add_option("--ranks-per-process", options.launch.ranksPerProcess,
                 "ranks per process where a launcher starts several processes "
                 "(default 1)")
      ->check(CLI::Range(int64_t(1), int64_t(1) << 31));
  app.add_option("--rank", options.launch.rank,
                 "number of this process, if no launcher sets it")
      ->check(CLI::Range(int64_t(0), int64_t(1) << 31));
  app.add_option("--world", options.launch.world,
                 "number of processes, with --rank")
      ->check(CLI::Range(int64_t(1), int64_t(1) << 31));
  devicesOption = app.add_option("--devices", devices,
                                 "numbers of the n GPUs to use (default all); "
                                 "rank r runs on GPU r mod n of the list");
  app.add_flag(
      "--cuda-graph", options.cudaGraph,
      "record the first step and issue later ones as one CUDA graph per GPU; "
      "all ranks must work on GPUs and exchange values there");
}

void CommandLine::addReports() {
  app.add_flag(
      "--print-launch", options.printLaunch,
      "print the number of processes and the launcher that started them");
  app.add_flag("--doctor", options.doctor,
               "print what this machine provides for runs and what is missing");
  app.add_option("--explain-hang", options.explainHang,
                 "read the flight records of all processes and print which "
                 "ranks wait for which")
      ->expected(1, -1);
  app.add_option("--trace", options.trace,
                 "file for a trace of all ranks, to open in Perfetto (.json)");
  app.add_flag("--benchmark{20}", benchmark,
               "time N steps after a warm-up (default 20)");
  app.add_flag("--progress", options.progress,
               "show progress on a terminal, and a summary at the end");
  CLI::Option *calibrateOption = app.add_flag(
      "--calibrate", options.calibrate,
      "measure the rates of this machine for sbp-compile --rates; needs -o");
  app.add_option("-o", options.ratesFile,
                 "file for the rates that --calibrate measures (.json)")
      ->needs(calibrateOption);
  app.add_flag("--json", options.json, "print one JSON object");
  CLI::Option *compareOption = app.add_flag(
      "--compare", options.compare,
      "compare with the one-rank program (sbp-compile --with-reference)");
  app.add_option("--tolerance", options.tolerance,
                 "factor of the distances that --compare allows; default 1")
      ->needs(compareOption)
      ->check(CLI::PositiveNumber);
  app.add_flag("--check-indices", options.checkIndices,
               "stop at a computed index outside of its tensor instead of "
               "clamping it (sbp-compile --with-reference)");
  app.add_flag("--inspect", options.inspect,
               "print the contents of the artifact without loading its code");
}

Result<bool> CommandLine::parse(int argc, char **argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success &success) {
    app.exit(success);
    return true;
  } catch (const CLI::ExtrasError &) {
    return userError("'", app.remaining().front(),
                     "' is an unknown flag or word; --help "
                     "lists the flags");
  } catch (const CLI::ArgumentMismatch &error) {
    std::string text = error.what();
    return userError(text.substr(0, text.find(": ")),
                     text.find("At Most") == text.npos
                         ? " needs a value"
                         : " is given more than once");
  } catch (const CLI::ParseError &error) {
    return userError(error.what());
  }
  return false;
}

/// Checks that a model is given where one is needed, that there is one query at
/// most, and that the timeout is a number.
Status CommandLine::checkQueries() const {
  if (modelOption && !modelOption->count() && !options.printLaunch &&
      options.explainHang.empty() && options.checkpointInfo.empty() &&
      !options.doctor && !options.calibrate)
    return userError("model is required: model.sbpx, or model.mlir to be "
                     "compiled first");
  if (options.inspect + options.doctor + options.calibrate +
          options.printLaunch + !options.explainHang.empty() +
          !options.checkpointInfo.empty() >
      1)
    return userError("one of --inspect, --doctor, --calibrate, --print-launch, "
                     "--explain-hang and --checkpoint-info at a time");
  if (std::isnan(options.watchdogSeconds))
    return userError("--timeout: expected a number of seconds, found nan");
  return {};
}

Status CommandLine::finish() {
  SBP_RETURN_IF_FAILED(checkQueries());
  SBP_RETURN_IF_FAILED(checkValues(app));
  SBP_RETURN_IF_FAILED(checkRuns(options, app));
  SBP_RETURN_IF_FAILED(checkCalibrate(options, app));
  if (stepsOption->count()) {
    SBP_ASSIGN_OR_RETURN(options.steps, readSteps("--steps", steps));
  }
  if (devicesOption->count())
    SBP_RETURN_IF_FAILED(readDevices(devices, options.gpus));
  if (options.cudaGraph && !options.trace.empty())
    return userError(
        "--trace and --cuda-graph cannot be combined: a step that is "
        "one graph has no launches to show");
  if (!benchmark.empty()) {
    SBP_ASSIGN_OR_RETURN(options.benchmark,
                         readSteps("--benchmark", benchmark));
  }
  if (everyOption->count()) {
    SBP_ASSIGN_OR_RETURN(options.checkpointEvery,
                         readSteps("--checkpoint-every", every));
  }
  SBP_RETURN_IF_FAILED(checkCheckpoint(options));
  SBP_RETURN_IF_FAILED(splitNamed("--input", inputs, options.inputs));
  SBP_RETURN_IF_FAILED(splitNamed("--output", outputs, options.outputs));
  for (const NamedValue &output : options.outputs)
    if (output.value.size() < 2 || output.value[0] != '@')
      return userError("--output ", output.name, "=", output.value,
                       ": expected NAME=@FILE.npy");
  return {};
}

Result<bool> run::parseOptions(int argc, char **argv, bool carriesArtifact,
                               Options &options) {
  CommandLine line(options, carriesArtifact);
  SBP_RETURN_IF_FAILED(readEnvironment(options));
  SBP_ASSIGN_OR_RETURN(bool isAnswered, line.parse(argc, argv));
  if (!isAnswered)
    SBP_RETURN_IF_FAILED(line.finish());
  return isAnswered;
}
