// Runner.h: the parts of sbp-run that are not the run itself
//
// Functions return an error Status with the code of the program: 1 for a user
// error, which names the flag or file. Functions that receive `processes` are
// collective: all processes call them in the same order. Entries, ports and
// ranks are indices into the plan and must exist in it. The main thread calls
// all that is not marked otherwise.
#ifndef SBP_TOOLS_SBP_RUN_RUNNER_H
#define SBP_TOOLS_SBP_RUN_RUNNER_H

#include "Launch.h"
#include "Options.h"
#include "Processes.h"
#include "Result.h"
#include "Session.h"
#include <atomic>
#include <thread>

namespace sbp::run {

/// The artifact's bytes: mapped, compiled, or appended to this executable.
struct Image {
  std::shared_ptr<const void> owner; ///< keeps `bytes` alive
  artifact::Bytes bytes;
};

/// Sets `image` to the artifact at the end of this executable and returns true;
/// returns false where there is none. Fails where the executable cannot be
/// mapped or the artifact after it is cut short.
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

/// Prints the hardware, limits and libraries of this machine that runs use,
/// with notes on those that are missing, to stdout as text or JSON.
Status examine(const Launch &launch, bool json);

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

/// Prints the launcher, its source and the numbers to stdout.
void printLaunch(const Launch &launch);

/// Prints an error or a note of this program to stderr, as one line.
void printError(const std::string &message);
void printNote(const std::string &note);

/// Runs the program: prints its error to stderr and returns its exit code.
/// `base` holds the options that no flag sets.
int start(int argc, char **argv, const SessionOptions &base);

/// Prints outputs and times as text or JSON; of several processes, in the
/// first. `seconds` holds the duration of each timed step, of at least one.
Status report(const Options &options, Session &session, uint32_t entry,
              int64_t steps, std::vector<double> seconds, Processes &processes);

} // namespace sbp::run

#endif // SBP_TOOLS_SBP_RUN_RUNNER_H
