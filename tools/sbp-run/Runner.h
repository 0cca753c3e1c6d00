// Runner.h: one run of sbp-run
//
// Functions return an error Status with the code of the program: 1 for a user
// error, which names the flag or file. Functions that receive `processes` are
// collective: all processes call them in the same order. Entries, ports and
// ranks are indices into the plan and must exist in it. The main thread calls
// all that is not marked otherwise.
#ifndef SBP_TOOLS_SBP_RUN_RUNNER_H
#define SBP_TOOLS_SBP_RUN_RUNNER_H

#include "Options.h"
#include "PartsFile.h"
#include "Processes.h"
#include "Result.h"
#include "Safetensors.h"
#include "Session.h"
#include <atomic>
#include <cstdio>
#include <thread>

namespace sbp::run {

/// The artifact's bytes: mapped, compiled, or behind this executable.
struct Image {
  std::shared_ptr<const void> owner; ///< keeps `bytes` alive
  artifact::Bytes bytes;
};

/// Returns the directory of this program with a trailing slash; empty where
/// /proc is missing.
std::string getOwnDirectory();
/// Sets `image` to the artifact behind this executable and returns true;
/// returns false where there is none. Fails where the executable cannot be
/// mapped or the artifact behind it is cut short.
Result<bool> findOwnArtifact(Image &image);
/// Opens an .sbpx, or compiles anything that ends in .mlir. `image` owns the
/// bytes, which are not verified yet. A user error where the file cannot be
/// read; its message is empty where the compiler has printed the error. An
/// internal error where the compiler ends abnormally.
Status openModel(const Options &options, Image &image);

/// Returns a user error where an output is the model, this program, the weights
/// or an input file, is the folder of --output-shards, or is the file of
/// another output. A saved state may overwrite weights, and a result the input
/// of its name. Links are resolved. With `carriesArtifact`, the program itself
/// is the model.
Status checkTargets(const Options &options, bool carriesArtifact);
/// Returns a user error where a run that --resume finds done lacks a file that
/// no checkpoint keeps: a result of the last step alone, a trace, or the folder
/// of --output-shards.
Status checkKeptTargets(const Options &options);

/// Measures this machine and writes the rates for sbp-compile --rates as a JSON
/// file. A user error where `path` is empty or cannot be written; fails as well
/// where a model that it measures cannot be compiled or run.
Status calibrate(const std::string &path);

/// Prints the contents of an artifact to stdout as text or JSON (--json),
/// without running any of it. Fails where loadProgram does.
Status inspect(const Options &options, const Image &image);

/// A value for an input, checked against its port.
struct Feed {
  uint32_t port; ///< index among the inputs of the entry
  Tensor tensor;
  bool sliced = false; ///< one slice per step
};

/// Inputs and states of one entry from flags, weights and shards.
class Feeder {
public:
  /// Reads nothing yet. The arguments outlive the feeder.
  Feeder(const Options &options, Session &session)
      : options(options), session(session) {}

  /// Opens the weights and checks the folder of shards, where flags name them.
  /// Called first. A user error where they cannot be read.
  Status open();
  /// Prepares an entry, resolves all its inputs and states (where states are
  /// saved, of all entries) and sets those that stay the same. Called once. A
  /// user error for a name that the entry lacks and a value that does not fit
  /// or is absent.
  Status begin(uint32_t entry);
  /// Sets the inputs that change with the step, numbered from 0. Beyond their
  /// last slice they keep its value.
  Status beginStep(int64_t step);
  /// Sets the unsliced inputs again after another entry has run. States stay as
  /// they are.
  Status beginAgain(uint32_t entry);
  /// Feeds the inputs of `begin` to another entry (a reference), converted for
  /// good where it is f64: the first entry is not fed again after that. Sets
  /// states that have no value yet. A user error with --input-shards.
  Status beginReference(uint32_t entry);

private:
  /// Offers mapped weights of the right type and shape to the session, which
  /// may use them in place.
  void borrowWeights(uint32_t entry);
  /// Sets `feed` to the value of a port and returns true; false where neither
  /// --input nor --weights has one.
  Result<bool> resolvePort(uint32_t entry, uint32_t port, Feed &feed);
  /// Returns true where --input-shards has pieces of a port, which are set.
  Result<bool> resolveShards(uint32_t entry, uint32_t port);
  /// Sets the first value of a state; `where` it stands in the model is for
  /// errors.
  Status resolveState(uint32_t state, const std::string &where);
  /// Returns a user error where --input names no input of the entry.
  Status checkNames(uint32_t entry) const;
  /// Checks dtype and shape against the port, and sets `sliced` for a further
  /// leading dimension of --steps slices. `source` is for errors.
  Status checkTensor(const plan::PortT &port, const std::string &source,
                     Feed &feed);
  /// Sets an input to slice `step` of its tensor.
  Status setSlice(const Feed &feed, int64_t step);

  const Options &options;
  Session &session;
  std::optional<Safetensors> weights;
  std::map<std::string, bool> usedWeights;
  uint32_t entry = 0;
  std::vector<Feed> feeds;
};

/// Assembles a result of the last step as a global tensor that owns its memory.
/// Elements of other processes are zero. Fails where Session::getOutput does.
Status fetchOutput(Session &session, uint32_t entry, uint32_t port,
                   Tensor &tensor);

/// Returns the size in bytes of the global value of a port in one step.
uint64_t countBytes(const plan::PortT &port);

/// Statistics of the values of one output.
struct Statistics {
  double minimum, maximum, mean; ///< of values that are numbers; NaN if none is
  int64_t nans;                  ///< number of NaN elements
};
/// Appends to `statistics` those of all outputs but boundaries, in their order,
/// over the values of all processes.
Status getStatistics(Session &session, uint32_t entry, Processes &processes,
                     std::vector<Statistics> &statistics);

/// The folder within a checkpoint that holds results of all steps.
inline constexpr const char *kResultsFolder = "results";

/// Collects outputs while steps run. One process writes them all at the end;
/// of several each writes its boxes into common files.
class Fetcher {
public:
  /// Opens no file yet. The references outlive the fetcher.
  Fetcher(const Options &options, Session &session, uint32_t entry,
          Processes &processes)
      : options(options), session(session), entry(entry), processes(processes) {
  }

  /// Resolves --output and opens the files that grow with the steps and those
  /// that several processes share. The results of steps before `firstStep` are
  /// in the checkpoint's folder. A user error where the entry has no such
  /// result or a file cannot be made.
  Status begin(int64_t firstStep);
  /// Stores the results of step `step`, counted from 0, for outputs of all
  /// steps. All processes call it.
  Status endStep(int64_t step);
  /// A result of all steps so far that lies in the checkpoint's folder.
  struct StepsFile {
    std::string name, path; ///< of the result; of the file below the folder
    uint64_t stepBytes;
    PartsFile *file; ///< the fetcher owns it
  };
  /// Returns the results of all steps that lie in the checkpoint's folder;
  /// empty without one. The files stay owned by the fetcher.
  std::vector<StepsFile> getStepsFiles() const;
  /// Writes outputs, shards and states after the last step. Files of one
  /// process get their names when `files` is committed.
  Status write(OutputFiles &files);
  /// Gives the common files their names, in the first process, once all
  /// processes have written.
  Status commit();

private:
  /// One --output.
  struct Target {
    uint32_t port;       ///< index among the outputs of the entry
    std::string path;    ///< the file that the user named
    bool all;            ///< of all steps
    std::string stacked; ///< bytes of the steps so far, in a single process
    std::unique_ptr<PartsFile> parts; ///< common file of several processes
    std::unique_ptr<PartsFile> steps; ///< in the checkpoint's folder
  };
  const plan::PortT &getPort(const Target &target) const {
    return *session.getPlan().entries[entry]->outputs[target.port];
  }
  /// Opens the files of all steps in the checkpoint's folder, the first process
  /// first.
  Status openSteps(int64_t firstStep);
  /// Copies the steps of the checkpoint's folder to the output that the user
  /// named.
  Status writeSteps(Target &target, OutputFiles &files);
  /// Writes the boxes of this process to `file`, whose tensor starts at byte
  /// `offset`.
  Status writePieces(const Target &target, PartsFile &file, uint64_t offset);
  /// Creates the common files of outputs and states, and opens them in all
  /// processes.
  Status openParts();
  /// Writes this process's part of a step to the common file of an output.
  Status writeParts(Target &target, int64_t step);
  /// Returns the .npy header of an output.
  std::string makeHeader(const Target &target) const;
  /// Writes this process's part of all states to their common file.
  Status writeStateParts();
  /// Writes one file per rank and output, and a description of them, to the
  /// folder of --output-shards.
  Status writeShards(OutputFiles &files);
  /// Writes all states of the model to the file of --save-state; one that no
  /// step has set has its first value.
  Status writeStates(OutputFiles &files);

  const Options &options;
  Session &session;
  uint32_t entry;
  Processes &processes;
  std::vector<Target> targets;
  std::unique_ptr<PartsFile> states;  ///< of --save-state; null: one process
  std::vector<uint64_t> stateOffsets; ///< bytes in `states`, by state
};

/// Fetches all results of the last step, boundaries included, as global tensors
/// in their order. Processes other than the first get tensors without data.
Status fetchAll(Session &session, uint32_t entry, Processes &processes,
                std::vector<Tensor> &outputs);
/// Returns a user error unless the artifact holds both references of the entry
/// for --compare and there is no --benchmark.
Status checkReference(const Options &options, const Session &session,
                      uint32_t entry);
/// Runs `steps` steps of the stored one-rank programs on the same inputs, in
/// the first process, and compares the results of the last. All processes
/// return the same outcome: code 2 where a value is beyond its bound, which the
/// message names.
Status compareWithReference(const Options &options, Session &session,
                            Feeder &feeder, uint32_t entry, int64_t steps,
                            Processes &processes);

/// Returns a user error unless the artifact holds the one-rank program for
/// --check-indices and there is no --benchmark.
Status checkHasPositions(const Options &options, const Session &session,
                         uint32_t entry);
/// Runs `steps` steps of the stored one-rank program on the same inputs, in the
/// calling process alone. A user error at the first computed index that is
/// outside of its bound.
Status checkIndices(Session &session, Feeder &feeder, uint32_t entry,
                    int64_t steps);

/// Writes the Chrome trace of recorded events, which has one list per rank. One
/// process adds the file to `files` and returns null; several write one file
/// together and return it, closed, which the first process is to rename.
Result<std::unique_ptr<PartsFile>>
writeTrace(const std::string &path, const Session &session, uint32_t entry,
           const std::vector<std::vector<TraceEvent>> &events,
           Processes &processes, OutputFiles &files);

/// Opens a file of `bytes` bytes that all processes write parts of: the first
/// one creates it with its room, then the others open it. Fails in all
/// processes where one of them fails.
Result<std::unique_ptr<PartsFile>>
openTogether(const std::string &path, uint64_t bytes, Processes &processes);

/// Prints the hardware, limits and libraries of this machine that runs use,
/// with notes on those that are missing, to stdout as text or JSON.
Status examine(const Launch &launch, bool json);

/// Writes the last actions of the ranks of this process into a file of
/// $SBP_FLIGHT_RECORDS, else $TMPDIR, else /tmp, in place of its earlier one.
/// Returns "; flight record in PATH", or "" before the first step and where no
/// file could be written. Any thread.
std::string writeFlightRecord(const Session &session,
                              const std::string &reason);
/// Prints which rank waits for which by the flight records of all processes of
/// a run; a later record of a rank replaces an earlier one. A user error where
/// a file cannot be opened or is no flight record.
Status explainHang(const std::vector<std::string> &paths);
/// While it lives, SIGUSR1 writes a flight record and the run goes on. The
/// signal is blocked in all threads (blockRecordSignal, before any is made).
class RecordOnSignal {
public:
  /// Starts the thread that waits for the signal. The session outlives this
  /// object. Throws std::system_error where the system refuses a thread.
  explicit RecordOnSignal(const Session &session);
  /// Ends and joins the thread.
  ~RecordOnSignal();
  RecordOnSignal(const RecordOnSignal &) = delete;

private:
  std::atomic<bool> stopping{false};
  std::thread thread;
};
/// Blocks SIGUSR1 in the calling thread and in those that it creates later.
void blockRecordSignal();
/// While it lives, a crash (SIGSEGV, SIGBUS, SIGFPE, SIGILL) ends the process
/// with a flight record and a message that names the rank and reports the
/// activity of all local ranks. The code is 3 where the thread runs a rank, 70
/// elsewhere. Does nothing in builds with a sanitizer.
class CrashReporter {
public:
  /// Installs the handlers. The session outlives the object, of which there is
  /// one at a time.
  explicit CrashReporter(const Session &session);
  /// Restores the default handling of the signals.
  ~CrashReporter();
  CrashReporter(const CrashReporter &) = delete;
};

/// Number of untimed steps at the start of a benchmark.
inline constexpr int64_t kWarmUpSteps = 3;

/// Statistics of a run over all processes.
struct Summary {
  /// Bytes that processes sent each other per step; a process with a GPU counts
  /// none.
  uint64_t sentBytes;
  /// Each rank with the share of the time, from 0 to 1, in which it was idle.
  /// Empty on asynchronous devices, whose tasks end later than they are issued.
  std::vector<std::pair<uint32_t, double>> idle;
};
/// Collects the summary of all `steps` steps since the entry was prepared, the
/// timed ones of which took `seconds` in this process.
Status collectSummary(Session &session, uint32_t entry, int64_t steps,
                      double seconds, Processes &processes, Summary &summary);
/// Prints a summary to `file` beside the bytes per step that the plan moves.
void printSummary(std::FILE *file, const Summary &summary,
                  uint64_t plannedBytes);

/// Runs the program: prints its error to stderr and returns its exit code.
/// `base` holds the options that no flag sets.
int start(int argc, char **argv, const SessionOptions &base);

/// Prints outputs and times as text or JSON; of several processes, in the
/// first. `seconds` holds the duration of each timed step, of at least one.
Status report(const Options &options, Session &session, uint32_t entry,
              int64_t steps, std::vector<double> seconds, Processes &processes);

} // namespace sbp::run

#endif // SBP_TOOLS_SBP_RUN_RUNNER_H
